// Where we are: the URL's fragment, which no server ever sees.

export const here = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

export function to(place) {
  const given = Object.entries(place).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `#${new URLSearchParams(given)}`;
}

export const go = (place) => {
  location.hash = to(place);
};

export const replace = (place) => history.replaceState(null, "", to(place));
