/**
 * Makes an element. Text goes in as text nodes only, so nothing a user wrote is ever parsed as markup.
 *
 * @param {string} name tag, with classes after dots: `button.icon.primary`
 * @param {object} properties `on…` are listeners, names with a dash and `role` attributes, the rest properties
 * @param {...(Node|string|null)} children
 */
export function el(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.includes("-") || key === "role" || key === "for") element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-5 16-3.5-6.5L4 12zm7.5 1.5L20 4",
  plus: "M12 5v14M5 12h14",
  logout: "M10 5H5v14h5M14 8l4 4-4 4M18 12H9",
  clock: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 7.5V12l3 2",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  ticks: "M2 12.5l4.5 4.5L16 7.5M11.5 16l1 1L22 7.5",
  alert: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 8v5M12 16v.01",
  down: "M12 5v14M6 13l6 6 6-6",
  pin: "M9 4h6l-1 6 3 3H7l3-3-1-6zM12 13v7",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  edit: "M5 19l1-4.5L16.5 4 20 7.5 9.5 18 5 19zM14 6.5l3.5 3.5",
  undo: "M9 6L4.5 10.5 9 15M5 10.5h9a5 5 0 010 10h-2",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  bell: "M6.5 16.5V11a5.5 5.5 0 0111 0v5.5l1.5 1.5H5l1.5-1.5zM10.5 20.5h3",
  mute: "M8 7.2A5.5 5.5 0 0117.5 11v4M16 18H5l1.5-1.5V11M10.5 20.5h3M4 4l16 16",
  hide: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6zM4.5 19.5l15-15",
  close: "M6 6l12 12M18 6L6 18",
};

/** A line drawing in the colour of the text around it; decoration only, so hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Sets a text only where it differs: an untouched node keeps a selection and is not read out again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes the children of a parent be these nodes in this order, moving as few as possible: a node that stays put keeps its focus,
 * and the scroll position stays too.
 */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const node of nodes) {
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
}
