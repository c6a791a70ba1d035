import { tabStorage } from './storage.ts';

/** In the tab's storage: the contents of forms that were closed with their session or their page. */
const DRAFT_KEY = 'fasocolis:draft';

/** The contents of fields by their names. */
export type Values = Record<string, string>;

/** Null for a visitor. */
type UserId = number | null;

interface Draft {
  userId: UserId;
  /** The path with the query, and the name of the form. */
  address: string;
  values: Values;
}

/** Keeps the draft of a form in place of its former one, until this tab is closed. */
export function keepDraft(userId: UserId, address: string, values: Values): void {
  const others = stored().filter((draft) => draft.userId !== userId || draft.address !== address);
  store(Object.keys(values).length > 0 ? [...others, { userId, address, values }] : others);
}

/** The kept draft of a form; empty without one. */
export const keptDraft = (userId: UserId, address: string): Values =>
  stored().find((draft) => draft.userId === userId && draft.address === address)?.values ?? {};

let deletions = 0;
let sweeps = 0;

/** The number of deletions so far. A form that was open during one keeps no draft. */
export const draftDeletions = (): number => deletions;

/** The number of deletions of all drafts so far: a form that was shown during one contains what a former user typed. */
export const draftSweeps = (): number => sweeps;

/** Deletes all drafts, or those of visitors and of all users but one. */
export function forgetDrafts(userId?: number): void {
  deletions += 1;
  if (userId === undefined) sweeps += 1;
  store(userId === undefined ? [] : stored().filter((draft) => draft.userId === userId));
}

function stored(): Draft[] {
  const drafts = tabStorage.read(DRAFT_KEY);
  return Array.isArray(drafts) ? drafts : [];
}

const store = (drafts: Draft[]): void => tabStorage.set(DRAFT_KEY, drafts.length === 0 ? null : JSON.stringify(drafts));
