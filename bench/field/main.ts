import { compare } from './compare.js';
import { renderFigures } from './figures.js';
import { readOptions, type FieldOptions } from './options.js';

function optionsOrEnd(): FieldOptions {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

const options = optionsOrEnd();
// On standard error, so that standard output has only the figures.
const comparison = await compare(options, (line) => {
  console.error(line);
});
console.log(
  options.json
    ? JSON.stringify(
        { at: new Date().toISOString(), effort: options.effort, ...comparison },
        null,
        2,
      )
    : renderFigures(comparison.subjects, comparison.figures),
);
