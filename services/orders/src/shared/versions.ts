/** The next version of a row: never the same twice, even within a millisecond. */
export const nextVersion = ({ updatedAt }: { updatedAt: Date }) =>
  new Date(Math.max(Date.now(), updatedAt.getTime() + 1));
