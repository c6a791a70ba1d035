/** In a container; Chrome before 106 and Safari before 16 have no container queries and use the window's width. */
const where = <Styles extends object>(condition: string, styles: Styles) => ({
  [`@container ${condition}`]: styles,
  [`@media ${condition}`]: { '@supports not (container-type: inline-size)': styles },
});

/** Styles in a container below `width` pixels. */
export const below = <Styles extends object>(width: number, styles: Styles) =>
  where(`(max-width: ${width - 0.05}px)`, styles);

/** Styles in a container of at least `width` pixels. */
export const from = <Styles extends object>(width: number, styles: Styles) => where(`(min-width: ${width}px)`, styles);
