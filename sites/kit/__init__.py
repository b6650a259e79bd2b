"""What every site shares: state, control plane, clock, login, forms, pages of errors."""
