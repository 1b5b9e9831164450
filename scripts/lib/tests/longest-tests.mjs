// Long test files. They are started first, so that none runs alone at the end. A long file that is missing here only
// makes the whole run longer.
const longest = [];

/** Orders test files: those that take long first, the others as given. */
export const longestFirst = (paths) => [...paths].sort((one, other) => rank(one) - rank(other));

const rank = (path) => {
  const at = longest.findIndex((each) => path.endsWith(each));
  return at === -1 ? longest.length : at;
};
