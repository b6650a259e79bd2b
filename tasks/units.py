"""Units and currencies: the names that people write, by dimension, with the factor to the dimension's base unit.

Source of the factors: the international yard and pound agreement of 1959 and the SI; of the gallon and its parts, US
customary units. Temperatures are compared in their own unit alone.
"""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """``factor``: how many base units one of it is (metres, grams, litres, bytes, metres per second, degrees)."""

    dimension: str
    factor: float


_NAMES: dict[str, tuple[str, float, str]] = {
    "mm": ("length", 0.001, "millimeter millimeters millimetre millimetres"),
    "cm": ("length", 0.01, "centimeter centimeters centimetre centimetres"),
    "m": ("length", 1, "meter meters metre metres"),
    "km": ("length", 1000, "kilometer kilometers kilometre kilometres kms"),
    "in": ("length", 0.0254, "inch inches \" ''"),
    "ft": ("length", 0.3048, "foot feet '"),
    "yd": ("length", 0.9144, "yard yards yds"),
    "mi": ("length", 1609.344, "mile miles"),
    "mg": ("mass", 0.001, "milligram milligrams"),
    "g": ("mass", 1, "gram grams"),
    "kg": ("mass", 1000, "kilogram kilograms kilo kilos kgs"),
    "oz": ("mass", 28.349523125, "ounce ounces"),
    "lb": ("mass", 453.59237, "lbs pound pounds"),
    "t": ("mass", 1_000_000, "tonne tonnes"),
    "ml": ("volume", 0.001, "milliliter milliliters millilitre millilitres"),
    "l": ("volume", 1, "liter liters litre litres"),
    "fl oz": ("volume", 0.0295735295625, "fl. oz fl. oz. floz"),
    "cup": ("volume", 0.2365882365, "cups"),
    "gal": ("volume", 3.785411784, "gallon gallons"),
    "byte": ("data", 1, "bytes"),
    "kb": ("data", 1e3, "kilobyte kilobytes"),
    "mb": ("data", 1e6, "megabyte megabytes"),
    "gb": ("data", 1e9, "gigabyte gigabytes"),
    "tb": ("data", 1e12, "terabyte terabytes"),
    "km/h": ("speed", 1 / 3.6, "kmh kph"),
    "mph": ("speed", 0.44704, "mi/h"),
    "degree": ("angle", 1, "degrees \u00b0"),
    "\u00b0c": ("celsius", 1, "celsius c"),
    "\u00b0f": ("fahrenheit", 1, "fahrenheit f"),
    "pack": ("pack", 1, "packs"),
    "piece": ("piece", 1, "pieces pc pcs"),
    "star": ("star", 1, "stars"),
    "count": ("count", 1, "counts ct"),
}
UNITS: dict[str, Unit] = {name: Unit(dimension, factor) for name, (dimension, factor, _) in _NAMES.items()}


def _spelled() -> dict[str, str]:
    """Every spelling and the unit's own name; those of two words stand in no list of single words."""
    found = {name: name for name in UNITS}
    for name, (_, _, spellings) in _NAMES.items():
        if name == "fl oz":
            found |= dict.fromkeys(("fl oz", "fl. oz", "fl. oz.", "fluid ounce", "fluid ounces"), name)
        else:
            found |= dict.fromkeys(spellings.split(), name)
    return found


SPELLINGS: dict[str, str] = _spelled()

CURRENCIES: dict[str, str] = {
    "$": "USD",
    "us$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "dollars": "USD",
    "bucks": "USD",
    "\u20ac": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "\u00a3": "GBP",
    "gbp": "GBP",
    "pound": "GBP",
    "pounds": "GBP",
    "\u00a5": "JPY",
    "jpy": "JPY",
    "yen": "JPY",
    "\u20b9": "INR",
    "\u20a9": "KRW",
    "\u20bd": "RUB",
    **{
        code.casefold(): code
        for code in (
            *("AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "HKD", "INR", "KRW"),
            *("MXN", "NOK", "NZD", "PLN", "RUB", "SEK", "SGD", "ZAR"),
        )
    },
}


def unit_name(text: str) -> str | None:
    """The unit's own name for any of its spellings; None when there is no such unit."""
    return SPELLINGS.get(text.strip().casefold())
