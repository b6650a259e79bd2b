-- The calendar's seed state. The page copies it into local storage at the first visit and works there; the server never
-- writes. Instants are ISO 8601 in UTC with milliseconds (2023-10-16T09:00:00.000Z). An all-day event starts at 00:00Z
-- of its first day and ends at 00:00Z of the day after its last, whatever the time zone. BOOLEAN and JSON columns are
-- decoded for the page.

CREATE TABLE calendars (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    visible BOOLEAN NOT NULL DEFAULT 1,
    owner TEXT NOT NULL DEFAULT '',          -- e-mail address
    readOnly BOOLEAN NOT NULL DEFAULT 0      -- a colleague's calendar, or a public one
);

CREATE TABLE events (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    start TEXT NOT NULL CHECK (start GLOB '????-??-??T??:??:00.000Z'),
    end TEXT NOT NULL CHECK (end GLOB '????-??-??T??:??:00.000Z'),
    allDay BOOLEAN NOT NULL DEFAULT 0,
    timeZone TEXT NOT NULL DEFAULT 'UTC',    -- in which its rule repeats
    location TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    calendar TEXT NOT NULL REFERENCES calendars(id),
    guests JSON NOT NULL DEFAULT '[]' CHECK (json_valid(guests)),       -- [{name, email, response}]
    organizer TEXT NOT NULL DEFAULT '',      -- e-mail address; empty when there are no guests
    hasMeeting BOOLEAN NOT NULL DEFAULT 0,   -- a video meeting
    reminders JSON NOT NULL DEFAULT '[]' CHECK (json_valid(reminders)), -- minutes before the start
    busy BOOLEAN NOT NULL DEFAULT 1,
    rrule TEXT NOT NULL DEFAULT '',          -- RFC 5545, without "RRULE:"
    exdate JSON NOT NULL DEFAULT '[]' CHECK (json_valid(exdate)),       -- starts of occurrences that are gone
    seriesId TEXT NOT NULL DEFAULT '',       -- a changed occurrence: the series that it belongs to
    originalStart TEXT NOT NULL DEFAULT ''   -- and the start it had there
);

CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    due TEXT NOT NULL DEFAULT '',            -- a date (2023-10-16) or empty
    notes TEXT NOT NULL DEFAULT '',
    done BOOLEAN NOT NULL DEFAULT 0
);

CREATE TABLE people (
    id TEXT PRIMARY KEY,                     -- e-mail address
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT ''
);

CREATE TABLE settings (
    id TEXT PRIMARY KEY,                     -- one row, "me"
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    timeZone TEXT NOT NULL DEFAULT 'UTC',
    weekStart TEXT NOT NULL DEFAULT 'sunday' CHECK (weekStart IN ('sunday', 'monday', 'saturday')),
    hour24 BOOLEAN NOT NULL DEFAULT 0,
    defaultView TEXT NOT NULL DEFAULT 'week' CHECK (defaultView IN ('month', 'week', 'day', 'agenda')),
    defaultMinutes INTEGER NOT NULL DEFAULT 60,
    defaultReminder INTEGER NOT NULL DEFAULT 10,
    showWeekends BOOLEAN NOT NULL DEFAULT 1,
    showDeclined BOOLEAN NOT NULL DEFAULT 1
);

CREATE TABLE options (
    id TEXT PRIMARY KEY CHECK (id IN ('theme', 'layout', 'look', 'latency_ms', 'latency_seed', 'special_pages', 'data')),
    value TEXT NOT NULL,
    CHECK (id <> 'data' OR value IN ('july-2024'))
);
