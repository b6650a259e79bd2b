"""The people, places and phrases of the seed data."""

from __future__ import annotations

OWNER = ("Nora Lindqvist", "nora.lindqvist@fernhill.example")

PEOPLE = (
    (*OWNER, "Design lead"),
    ("Priya Raman", "priya.raman@fernhill.example", "Product manager"),
    ("Tomasz Zielinski", "tomasz.zielinski@fernhill.example", "Engineering lead"),
    ("Aaliyah Brooks", "aaliyah.brooks@fernhill.example", "User researcher"),
    ("Kenji Watanabe", "kenji.watanabe@fernhill.example", "Data engineer"),
    ("Sofia Marchetti", "sofia.marchetti@fernhill.example", "Head of product"),
    ("Daniel Okafor", "daniel.okafor@fernhill.example", "Customer success"),
    ("Hanna Virtanen", "hanna.virtanen@fernhill.example", "Frontend engineer"),
    ("Sam Whitaker", "sam.whitaker@postbox.example", ""),
    ("Elin Lindqvist", "elin.lindqvist@postbox.example", ""),
    ("Marcus Hale", "marcus.hale@brightwater.example", "Brightwater Rail"),
    ("Ingrid Solheim", "ingrid.solheim@nordlys.example", "Nordlys Transit"),
)
"""(name, e-mail address, what they do)."""

COLLEAGUES = ("priya", "tomasz", "aaliyah", "kenji")
"""Whose calendars are shared with the owner; the first word of their names is their calendar's id."""

CALENDARS = (
    ("work", "Work", "ocean"),
    ("personal", "Personal", "plum"),
    ("family", "Family", "amber"),
    ("fitness", "Fitness", "fern"),
)

ROOMS = ("Birch room", "Cedar room", "Juniper room", "Rowan room", "Roof terrace", "Library corner")

MEETINGS = (
    ("Route planner review", 60),
    ("Accessibility check-in", 30),
    ("Hiring sync", 30),
    ("Timetable import workshop", 90),
    ("Onboarding flow critique", 60),
    ("Brightwater account call", 45),
    ("Nordlys pilot call", 45),
    ("Roadmap reading", 60),
    ("Map styling session", 60),
    ("Bug triage", 45),
    ("Interview: product designer", 60),
    ("Interview: frontend engineer", 60),
    ("Survey results", 45),
    ("Budget check", 30),
    ("Release go or no-go", 30),
    ("Icon audit", 60),
    ("Ticket machine usability test", 90),
    ("Writing hour", 60),
    ("Coffee with a new colleague", 30),
    ("Vendor demo", 45),
)
"""(title, minutes) of single meetings at work."""

ALONE = (("Focus time", 120), ("Prepare slides", 60), ("Read research notes", 60), ("Expense report", 30))

EVENINGS = (
    ("Dinner with Sam", "Pomegranate Kitchen", "personal"),
    ("Film night", "Lantern Cinema", "personal"),
    ("Pottery class", "Mill Street Studio", "personal"),
    ("Book club", "Elin's place", "personal"),
    ("Concert: string quartet", "St. Brigid's Hall", "personal"),
    ("Haircut", "Corner Barber", "personal"),
    ("Call with Mum", "", "family"),
    ("Parents' evening", "Hazel Road School", "family"),
    ("Board games with the cousins", "", "family"),
    ("Climbing", "Boulder Barn", "fitness"),
    ("Evening run", "Canal path", "fitness"),
    ("Swimming", "Eastside Baths", "fitness"),
)

TRIPS = (
    ("Trip to Gothenburg", "Gothenburg"),
    ("Workshop at Brightwater Rail", "York"),
    ("Nordlys visit", "Bergen"),
    ("Transit design conference", "Rotterdam"),
    ("Weekend in the hills", "Hollin Cottage"),
    ("Research week", "Lisbon"),
)

BIRTHDAYS = (
    ("Elin", "03-11"),
    ("Sam", "06-27"),
    ("Mum", "08-02"),
    ("Priya", "10-20"),
    ("Tomasz", "12-05"),
    ("Oskar", "04-19"),
)

HOLIDAYS = (
    ("New Year's Day", "01-01"),
    ("Spring bank holiday", "05-29"),
    ("Midsummer", "06-24"),
    ("Harvest festival", "10-21"),
    ("Christmas Day", "12-25"),
    ("Boxing Day", "12-26"),
)

TASKS = (
    ("Send workshop notes to Marcus", "2023-10-16", "The slides and the three open questions."),
    ("Renew library card", "2023-10-18", ""),
    ("Book train to Bergen", "2023-10-13", "Window seat, before noon."),
    ("Choose photos for Elin", "", ""),
    ("Review Hanna's prototype", "2023-10-17", "Branch: departures-board"),
    ("Order new running shoes", "2023-10-21", ""),
    ("Draft quarterly summary", "2023-10-27", "Two pages at most."),
)
"""(title, due date or empty, notes)."""

CHORES = (
    "Reply to the school",
    "Water the plants",
    "File travel receipts",
    "Update the portfolio",
    "Call the landlord",
    "Back up the laptop",
    "Buy a present for Sam",
    "Return the parcel",
    "Clean the bike",
    "Plan the offsite",
)
