import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { Notification } from '@fasocolis/contracts/notifications';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { useMarkAllRead, useMarkRead, useNotifications } from '@fasocolis/web-kit/notifications';
import { toast } from '@fasocolis/web-kit/toast-store';
import CheckCheck from 'lucide-react/icons/check-check';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { Drawing } from '../../shared/drawing.tsx';
import { ListSkeleton } from '../../shared/loading.tsx';
import { EmptyState } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { isSessionLost, useSignedInUser } from '../../shared/session.ts';
import { relativeTime } from './relative-time.ts';

/** Notifications that are shown at a time. */
const PAGE = 20;
/** How often "il y a 5 minutes" is updated, in milliseconds. */
const MINUTE = 60_000;

export default function NotificationList() {
  const user = useSignedInUser();
  const { notifications, isLoading } = useNotifications(user.id);
  const now = useNow();
  const [shown, setShown] = useState(PAGE);
  const failWith = (description: string) => (error: Error) => {
    if (!isSessionLost(error)) toast({ description, variant: 'destructive' });
  };
  const { mutate: markRead } = useMarkRead({
    userId: user.id,
    onFailed: failWith('Impossible de marquer cette notification comme lue'),
  });
  const markAllRead = useMarkAllRead({
    userId: user.id,
    onFailed: failWith('Impossible de marquer les notifications comme lues'),
  });

  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:pt-10">
      <title>{`Vos notifications - ${PRODUCT_NAME}`}</title>
      <h1 className="text-2xl/9 font-bold">Vos notifications</h1>
      <div className="mt-4">
        {isLoading && <ListSkeleton text="Chargement des notifications..." />}
        {!isLoading && notifications.length === 0 && (
          <EmptyState
            drawing={<BellDrawing />}
            title="Vous n'avez pas de notifications."
            action={<ButtonLink to={paths.home} label="Suivre une commande" variant="primary" />}
          />
        )}
        {notifications.some(({ isRead }) => !isRead) && (
          <Button
            label="Tout marquer comme lu"
            className="mb-3"
            icon={CheckCheck}
            disabled={markAllRead.isPending}
            onClick={() => markAllRead.mutate()}
          />
        )}
        {notifications.length > 0 && (
          <ul className="grid grid-cols-1 gap-3">
            {notifications.slice(0, shown).map((notification) => (
              <Item key={notification.id} notification={notification} now={now} onRead={markRead} />
            ))}
          </ul>
        )}
        {notifications.length > shown && (
          <Button
            label="Afficher les notifications plus anciennes"
            className="mt-3 w-full"
            onClick={() => setShown(shown + PAGE)}
          />
        )}
      </div>
    </div>
  );
}

interface ItemProps {
  notification: Notification;
  now: number;
  onRead: (id: number) => void;
}

function Item({ notification, now, onRead }: ItemProps) {
  const { id, isRead, reference } = notification;
  if (reference !== undefined) {
    return (
      <li>
        <Link
          to={paths.tracking(reference)}
          className={`block rounded-2xl p-4 transition-shadow duration-150 hover:shadow-lg ${isRead ? 'bg-surface ring-1 ring-hairline' : 'border-l-4 border-brand bg-green-surface shadow-sm'}`}
          onClick={() => !isRead && onRead(id)}
        >
          <Words notification={notification} now={now} />
        </Link>
      </li>
    );
  }
  // The button of an unread notification is removed when it is pressed: the focus moves to the text.
  return (
    <li tabIndex={-1} className="rounded-2xl outline-offset-0!">
      {isRead ? (
        <div className="rounded-2xl bg-surface p-4 ring-1 ring-hairline">
          <Words notification={notification} now={now} />
        </div>
      ) : (
        <button
          type="button"
          className="block w-full rounded-2xl border-l-4 border-brand bg-green-surface p-4 text-left shadow-sm transition-shadow duration-150 hover:shadow-lg"
          onClick={({ currentTarget }) => {
            currentTarget.closest('li')?.focus({ preventScroll: true });
            onRead(id);
          }}
        >
          <Words notification={notification} now={now} />
        </button>
      )}
    </li>
  );
}

function Words({ notification, now }: { notification: Notification; now: number }) {
  const { title, body, sentAt, isRead, reference } = notification;
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3">
        <span className={`min-w-0 grow basis-32 wrap-anywhere ${isRead ? 'font-semibold' : 'font-bold'}`}>{title}</span>
        {!isRead && (
          <span className="shrink-0 rounded-full bg-brand px-2.5 py-0.5 text-sm font-semibold text-white">Nouveau</span>
        )}
      </span>
      <span className="mt-1 block wrap-anywhere whitespace-pre-line">{body}</span>
      <span className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <time dateTime={sentAt} title={`${longDate(sentAt)}, ${timeGmt(sentAt)}`}>
          {relativeTime(sentAt, now)}
        </time>
        {reference !== undefined && <span className="font-semibold text-brand">Voir le colis</span>}
        {!isRead && <span>Cliquez pour marquer comme lue</span>}
      </span>
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(tick);
  }, []);
  return now;
}

function BellDrawing() {
  return (
    <Drawing outline="M68 84V56a32 32 0 0 1 64 0v28l10 8H58Z">
      <path d="M100 24v-8" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      <path d="M90 100a10 10 0 0 0 20 0" stroke="var(--fc-accent)" strokeWidth="6" strokeLinecap="round" />
    </Drawing>
  );
}
