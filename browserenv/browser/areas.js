// The areas of image maps. Chromium draws nothing for an area, so Playwright leaves them out, though a person sees the
// picture and clicks on a part of it. For the time until the next snapshot they have, in this world alone, the style of
// their picture and the box of their shape. A part of peek.js.
(() => {
  const NATIVE = window.getComputedStyle;
  let pictures = new Map(); // by area, of those that are shown

  const pictureOf = (area) => {
    const map = area.closest("map"), names = map ? [map.name, map.id].filter(Boolean) : [];
    return names.length ? [...area.getRootNode().querySelectorAll("img[usemap]")].find(
      (picture) => names.includes(picture.useMap.replace(/^.*?#/, ""))) : null;
  };
  const boxOf = (area, picture) => {
    // Chromium counts from the outer edge of its border.
    const { x: left, y: top, width, height } = picture.getBoundingClientRect();
    const numbers = area.coords.split(/[\s,;]+/).map(Number);
    if (area.shape === "default") return new DOMRect(left, top, width, height);
    if (/^circ/.test(area.shape)) {
      const [cx, cy, r] = numbers;
      return new DOMRect(left + cx - r, top + cy - r, 2 * r, 2 * r);
    }
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd));
    const [least, most] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
    return new DOMRect(left + least[0], top + least[1], most[0] - least[0], most[1] - least[1]);
  };
  const show = (areas) => {
    for (const area of areas) {
      const picture = pictureOf(area);
      if (!picture || !picture.checkVisibility()) continue;
      pictures.set(area, picture);
      area.checkVisibility = () => picture.checkVisibility();
      area.getBoundingClientRect = () => boxOf(area, picture);
      area.getClientRects = () => [boxOf(area, picture)];
    }
    if (!pictures.size) return;
    window.getComputedStyle = (element, pseudo) => NATIVE.call(window, pictures.get(element) || element, pseudo);
  };
  const hide = () => {
    for (const area of pictures.keys()) {
      delete area.checkVisibility;
      delete area.getBoundingClientRect;
      delete area.getClientRects;
    }
    if (pictures.size) window.getComputedStyle = NATIVE;
    pictures = new Map();
  };
  return { show, hide };
})()
