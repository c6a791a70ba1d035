type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const initial = (control: Control) =>
  control instanceof HTMLSelectElement
    ? Array.from(control.options).find(({ defaultSelected }) => defaultSelected)?.value
    : control.defaultValue;

/**
 * Stores what was typed into a page before hydration: React and the form library start from their own values.
 * @returns a function that restores it
 */
export function typedValues(root: HTMLElement): () => void {
  const controls = [...root.querySelectorAll<Control>('input, textarea, select')];
  const typed = controls
    .filter((control) => control.value !== initial(control))
    .map((control) => [control, control.value]);
  return () => {
    for (const [control, value] of typed as [Control, string][]) {
      // React ignores an event without a change of the value.
      for (const each of ['', value]) type(control, each);
    }
  };
}

/** Sets a value as typing does, so that React and the form library notice it. */
function type(control: Control, value: string): void {
  // The setter of the prototype: React overrides that of the element to notice its own changes.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
