/** The beginning of the week of an instant, in the time of Burkina Faso. */
export const mondayBefore = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7)));
