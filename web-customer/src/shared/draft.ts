/** In sessionStorage: what was typed into forms that the end of a session has removed. */
const DRAFT_KEY = 'fasocolis:draft';

export interface Draft {
  userId: number;
  /** The path with the query. */
  address: string;
  /** By the name of the field. */
  values: Record<string, string>;
}

const typedInto = new WeakSet<EventTarget>();

/** Notes a field whose content the user has changed, from the first screen on: what keeps drafts loads later. */
export const noteTyping = ({ target }: { target: EventTarget }): void => void typedInto.add(target);

export const wasTypedInto = (field: EventTarget): boolean => typedInto.has(field);

/** Keeps a draft for its user until this tab is closed. */
export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Without storage nothing is kept.
  }
}

/** The kept draft of a user. That of another user is deleted. */
export function keptDraft(userId: number): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null');
    if (draft?.userId === userId) return draft;
  } catch {
    return null;
  }
  forgetDraft();
  return null;
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Without storage nothing was kept.
  }
}
