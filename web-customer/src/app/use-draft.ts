import type { User } from '@fasocolis/contracts/user';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, keepDraft, keptDraft, wasTypedInto } from '../shared/draft.ts';
import { paths } from '../shared/paths.ts';
import { sessionQuery } from '../shared/session.ts';
import { type Control, type } from './typed-values.ts';

/**
 * Keeps what the user has typed into forms that the end of the session removes, and leads to the sign-in page. When the
 * same user is back at the address, the forms get it back (OFF-002).
 */
export function useDraft({ id: userId }: User): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leadToSignIn = useEffectEvent((from: string) => {
    toast({
      title: 'Votre session a expiré',
      description: 'Reconnectez-vous\u00a0: ce que vous avez saisi est gardé.',
    });
    void navigate(paths.auth, { replace: true, state: { from } });
  });

  useEffect(() => {
    let atEnd: Control[] = [];
    let address = '';
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
      // The session may be asked for again before React renders.
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      // A sign-out in this tab sets the data by hand.
      const isOver = !event.action.manual && event.query.state.data === null;
      // The screen is still that of the user: React renders later.
      atEnd = isOver ? controls().filter(wasTypedInto) : [];
      address = currentAddress();
    });
    return () => {
      unsubscribe();
      const lost = atEnd.filter(({ isConnected }) => !isConnected);
      if (lost.length === 0) return;
      keepDraft({
        userId,
        address,
        values: Object.fromEntries(lost.map((control) => [nameOf(control), contentOf(control)])),
      });
      leadToSignIn(address);
    };
  }, [queryClient, userId]);

  useEffect(() => giveBack(userId), [userId]);
}

/** Fills the fields of the kept draft in as soon as they are on the page. @returns a function that ends this */
function giveBack(userId: number): (() => void) | undefined {
  const draft = keptDraft(userId);
  if (!draft) return undefined;
  const { address, values } = draft;
  let task = setTimeout(fill);
  const observer = new MutationObserver(() => {
    clearTimeout(task);
    // In a separate task: the form library sets its own values in effects first.
    task = setTimeout(fill);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const end = () => {
    clearTimeout(task);
    observer.disconnect();
  };

  function fill() {
    if (currentAddress() !== address) return;
    for (const control of controls()) {
      const value = values[nameOf(control)];
      if (value === undefined) continue;
      delete values[nameOf(control)];
      keepDraft({ userId, address, values });
      if (contentOf(control) === value) continue;
      if (isSwitch(control)) control.click();
      else type(control, value);
    }
    if (Object.keys(values).length > 0) return;
    forgetDraft();
    end();
  }
  return end;
}

const currentAddress = () => location.pathname + location.search;

/** The fields that a draft may contain: neither passwords, which can be shown as text, nor codes and files. */
const controls = () =>
  [...document.querySelectorAll<Control>('form :is(input, textarea, select)')].filter(
    (control) => !/password|file|hidden/.test(control.type) && !/password|one-time-code/.test(control.autocomplete),
  );

const isSwitch = (control: Control) => control.type === 'radio' || control.type === 'checkbox';

const contentOf = (control: Control) =>
  control instanceof HTMLInputElement && isSwitch(control) ? String(control.checked) : control.value;

/** The name of a field within its page. Each radio button has its own. */
const nameOf = (control: Control) =>
  [
    control.form?.getAttribute('aria-label'),
    control.name || control.getAttribute('aria-label'),
    control.type === 'radio' && control.value,
  ].join(' ');
