// Test files that take long: started first, so that none of them runs alone at the end. A new long file is
// added here; one that is missing only makes the whole run longer.
const longest = [];

/** Orders test files: those that take long first, the others as given. */
export const longestFirst = (paths) => [...paths].sort((one, other) => rank(one) - rank(other));

const rank = (path) => {
  const at = longest.findIndex((each) => path.endsWith(each));
  return at === -1 ? longest.length : at;
};
