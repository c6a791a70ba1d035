import { useEffect, useEffectEvent, useRef } from 'react';
import { draftDeletions, draftSweeps, keepDraft, keptDraft, type Values } from './draft.ts';

/** Passwords, and the field that only robots fill in. */
const NEVER_KEPT = /password|confirmation|website/i;

/** The part of a form of react-hook-form that drafts use. */
export interface DraftedForm {
  formState: { dirtyFields: object };
  getValues(): object;
  getFieldState(field: string): { isDirty: boolean };
  setValue(field: string, value: unknown, options: { shouldDirty: boolean }): void;
}

interface Options {
  /** The name of the form at its address, once it is shown. */
  name: () => string;
  /** The user who fills in the form: null for a visitor; undefined keeps nothing. */
  userId: number | null | undefined;
  /** Whether its content was sent, is on its way, or was given up. */
  isOver?: boolean;
  /** Whether what was changed is kept when the form goes away, until it is opened again, sent or forgotten. */
  outlivesForm?: boolean;
  /** A choice beside the fields, such as a dialling code; undefined while it is the initial one. */
  choice?: { value: string | undefined; choose: (value: string) => void };
}

/** The name under which a choice beside the fields is kept. */
const CHOICE = '';

/** The changes in each form on the screen, by an object that identifies the form. */
const openForms = new Map<object, () => [address: string, values: Values]>();

/** The forms on the screen, each with its address and the changes of the user. */
export const openDrafts = () => Array.from(openForms, ([form, draft]) => ({ form, draft: draft() }));

/** Whether a form of {@link openDrafts} is still on the screen. */
export const isOpen = (form: object): boolean => openForms.has(form);

/**
 * Keeps what was changed in a form while the page is hidden, because a phone with little memory ends hidden pages, and
 * gives it back when the form is opened again at the same address. It is forgotten when the form goes away, unless it outlives
 * the form.
 * @returns a function that forgets the draft, for when its content was sent
 */
export function useDraft(
  form: DraftedForm,
  { name, userId, isOver = false, outlivesForm = false, choice }: Options,
): () => void {
  const { dirtyFields } = form.formState;
  const addressOf = useEffectEvent(() => `${location.pathname}${location.search} ${name()}`);
  const contents = useEffectEvent((): Values => {
    if (isOver) return {};
    const values = form.getValues() as Record<string, unknown>;
    const fields = Object.keys(dirtyFields).filter((field) => !NEVER_KEPT.test(field));
    const written = fields.map((field) => [field, JSON.stringify(values[field])] as const);
    // A photo would need most of the storage.
    const kept = written.filter(([, content]) => content !== undefined && !content.includes('data:image/'));
    return { ...Object.fromEntries(kept), ...(choice?.value !== undefined && { [CHOICE]: choice.value }) };
  });
  const giveBack = useEffectEvent((values: Values) => {
    const { [CHOICE]: chosen, ...fields } = values;
    if (chosen !== undefined) choice?.choose(chosen);
    // What was typed since the page was loaded is newer.
    const untouched = Object.keys(fields).filter((field) => !form.getFieldState(field).isDirty);
    for (const field of untouched) form.setValue(field, JSON.parse(fields[field] ?? ''), { shouldDirty: true });
  });

  const isForgotten = useRef(false);
  const address = useRef('');
  const sweeps = useRef(0);
  useEffect(() => {
    address.current = addressOf();
    sweeps.current = draftSweeps();
    const key = {};
    openForms.set(key, () => [address.current, contents()]);
    return () => void openForms.delete(key);
  }, []);

  useEffect(() => {
    if (userId === undefined) return;
    giveBack(keptDraft(userId, address.current));
    keepDraft(userId, address.current, {});
    const deletions = draftDeletions();
    const keep = () => keepDraft(userId, address.current, contents());
    const onVisibility = () => document.visibilityState === 'hidden' && keep();
    document.addEventListener('visibilitychange', onVisibility);
    // Safari leaves a page without the other event.
    addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', keep);
      const isDeleted = deletions !== draftDeletions() || sweeps.current !== draftSweeps();
      const isKept = outlivesForm && !isForgotten.current && !isDeleted;
      keepDraft(userId, address.current, isKept ? contents() : {});
    };
  }, [userId, outlivesForm]);

  useEffect(() => {
    // A response may arrive while the page is hidden.
    if (userId !== undefined && document.visibilityState === 'hidden') keepDraft(userId, address.current, contents());
  });

  return () => {
    isForgotten.current = true;
    if (userId !== undefined) keepDraft(userId, address.current, {});
  };
}
