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

/** Hidden from view, for screen readers only. */
export const SAID_ONLY = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/**
 * A table that becomes cards in a container below `width` pixels, still a table to assistive technology. Cells: `cell-name`
 * and `cell-state` make the first line of a card, `cell-soft` is set back, `cell-moment` takes at most two lines,
 * `cell-amount` is at the end of its column, `data-label` names a value in a card.
 */
export const tableStyle = (width: number) =>
  ({
    fontVariantNumeric: 'tabular-nums',
    '& :is(th, td)': { px: 1.25 },
    '& tbody .cell-name': { fontWeight: 700 },
    // References lead to their files.
    '& .cell-name a': { fontFamily: 'var(--fc-font-reference)', letterSpacing: '0.04em', color: 'inherit' },
    '& .soft': { display: 'block', color: 'text.secondary', fontSize: 'var(--fc-text-small)', fontWeight: 400 },
    '& tbody :is(.cell-actions, .column-createdAt)': { whiteSpace: 'nowrap' },
    '& tbody .cell-moment': { minWidth: '14ch' },
    '& :is(.cell-actions, .cell-amount)': { textAlign: 'end' },
    '& .cell-actions .MuiButton-root': { px: 1, fontSize: 'var(--fc-text-small)' },
    ...below(width, {
      '& thead': SAID_ONLY,
      '& tbody': { display: 'block' },
      '& tbody tr': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gap: 0.5,
        p: 2,
        borderBottom: '1px solid var(--fc-line)',
      },
      '& tbody tr:last-of-type': { borderBottom: 0 },
      '& tbody td': { gridColumn: '1 / -1', minWidth: 0, p: 0, border: 0, overflowWrap: 'anywhere' },
      '& tbody .cell-name': { gridArea: '1 / 1' },
      '& tbody .cell-state': { gridArea: '1 / 2' },
      '& tbody .cell-soft': { color: 'text.secondary' },
      '& tbody .cell-amount': { textAlign: 'start' },
      '& tbody td[data-label]:empty': { display: 'none' },
      '& tbody td[data-label]::before': { content: 'attr(data-label) "\\00a0: "', color: 'text.secondary' },
    }),
  }) as const;
