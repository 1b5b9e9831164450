const EVENTS = ['keydown', 'pointerdown'] as const;

/** Whether the user has used the editor since this was called; `stop` ends the watch. */
export interface EditorUse {
  hasBegun(): boolean;
  stop(): void;
}

/** Watches for the first key or click in the editor. */
export function watchEditorUse(): EditorUse {
  let begun = false;
  const note = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('.cm-editor') !== null) begun = true;
  };
  for (const event of EVENTS) addEventListener(event, note, { capture: true });
  return {
    hasBegun: () => begun,
    stop: () => {
      for (const event of EVENTS) removeEventListener(event, note, { capture: true });
    },
  };
}
