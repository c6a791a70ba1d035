/** The forms on the screen that have unsaved changes. */
export const unsavedForms = new Set<symbol>();
