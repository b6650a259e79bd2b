// The colours of calendars, by the name that their rows hold.

export const COLORS = {
  poppy: "#d2402f",
  coral: "#e0705a",
  amber: "#d8901c",
  olive: "#8a8b2a",
  sage: "#5f9c77",
  fern: "#2f7d46",
  peacock: "#0f8b9d",
  ocean: "#2f6fd0",
  lavender: "#7d7fcf",
  plum: "#8c4a9e",
  cocoa: "#8a5a44",
  slate: "#66707a",
};

/** Sage */
export const colorName = (color) => color[0].toUpperCase() + color.slice(1);
