import { Fragment } from 'react';

/** Shows a shortcut as keycaps. Keys that are pressed together are separated by ` + `, alternatives by commas. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span>
      {keys.split(', ').map((alternative, at) => (
        <Fragment key={alternative}>
          {at > 0 && ', '}
          {alternative.split(' + ').map((key, index) => (
            <Fragment key={`${index} ${key}`}>
              {index > 0 && ' '}
              <kbd className="keycap">{key}</kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
