import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { definedKind, isBuiltInStatus, orderStatusHeadline, orderStatusLabel } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import { writtenPieces } from '@fasocolis/contracts/pieces';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { followText } from '@fasocolis/contracts/whatsapp';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { orderTimeline } from '@fasocolis/web-kit/timeline';
import { Tracker } from '@fasocolis/web-kit/tracker';
import BellRing from 'lucide-react/icons/bell-ring';
import Copy from 'lucide-react/icons/copy';
import Plane from 'lucide-react/icons/plane';
import Share2 from 'lucide-react/icons/share-2';
import Ship from 'lucide-react/icons/ship';
import { useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react';
import { Button, buttonClass } from '../../shared/button.tsx';
import { DatedNotice } from '../../shared/dated-notice.tsx';
import { OptionalPart, optional } from '../../shared/optional.tsx';
import { PageMeta, sitePreview } from '../../shared/page-meta.tsx';
import { site } from '../../shared/paths.ts';
import { useUser } from '../../shared/session.ts';
import { copy, share } from '../../shared/share.ts';
import { inquiryAbout, SupportLink } from '../../shared/support-link.tsx';
import { History } from './history.tsx';
import { SaveButton } from './save-order.tsx';
import { Pickup, Situation } from './situation.tsx';

const OwnParcel = optional(() => import('./own-parcel.tsx'));
const ClaimOffer = optional(() => import('./claim-offer.tsx'));

/** Whether a parcel may be without a name, with a courier number of a supplier's list as its reference. */
const mayBeUnnamed = (order: Order) =>
  !('due' in order) &&
  order.recipientName === null &&
  order.furthestStep !== 'ORDER_CONFIRMED' &&
  order.statusKind !== 'end' &&
  /\d{6}/.test(order.reference);

export interface Props {
  order: Order;
  /** The recorded events of the order, oldest first. */
  events: readonly OrderEvent[];
  /**
   * Changes with every search, which moves the focus to the card; null for the parcel with which the page was opened.
   */
  search: string | null;
  /** The time of the last known state, when the service does not respond. */
  seenAt: string | undefined;
  /** When the shown state was fetched, in milliseconds since 1970. */
  fetchedAt: number;
  onRetry: () => void;
}

export default function ResultCard({ order, events, search, seenAt, fetchedAt, onRetry }: Props) {
  const user = useUser();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (search === null) return;
    const { activeElement, body } = document;
    // Unless the user has opened a menu meanwhile.
    const isFree = activeElement === body || activeElement?.closest('main');
    if (isFree) card.current?.focus();
  }, [search]);
  const updatedAt = order.latestUpdateTime ?? order.updatedAt;
  const { kind } = order.situation ?? {};
  const saysStatus = kind === 'ended' || kind === 'problem';
  const isOver = order.statusKind === 'end';

  return (
    <article
      ref={card}
      tabIndex={-1}
      data-testid="result-card"
      aria-labelledby="reference"
      className={`${search === null ? '' : 'animate-rise '}scroll-mt-6 rounded-2xl bg-surface px-4 pt-4 pb-5 shadow-xl ring-1 ring-hairline focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-brand sm:px-8 sm:pt-6 sm:pb-8`}
    >
      <PageMeta
        title={`Colis ${order.reference}\u00a0: ${orderStatusLabel(order)}`}
        description={`${orderStatusHeadline(order).replace(/\.$/, '')}. Suivez-le de la Chine au Burkina Faso.`}
        path={shortLinkPath(order.reference)}
        image={sitePreview(
          definedKind(order.status, order.statusKind) ?? (isBuiltInStatus(order.status) ? order.status : 'site'),
        )}
      />
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="text-sm text-ink-soft">Numéro de suivi</p>
          <div className="flex flex-wrap items-center gap-x-1">
            <h2 id="reference" className="font-mono text-xl font-bold tracking-wider wrap-anywhere">
              {order.reference}
            </h2>
            <button
              type="button"
              aria-label="Copier le numéro de suivi"
              className={buttonClass('icon', 'noscript:hidden')}
              onClick={() => void copy(order.reference, { title: 'Numéro de suivi copié' })}
            >
              <Copy aria-hidden size={18} />
            </button>
            <button
              type="button"
              aria-label="Partager"
              className={buttonClass('icon', 'noscript:hidden')}
              onClick={() =>
                void share({
                  title: `${PRODUCT_NAME} ${order.reference}`,
                  text: `Colis ${order.reference}\u00a0: ${orderStatusLabel(order)}`,
                  url: site.origin + shortLinkPath(order.reference),
                  copied: 'Le lien de suivi a été copié dans le presse-papiers.',
                })
              }
            >
              <Share2 aria-hidden size={18} />
            </button>
          </div>
        </div>
        <StatusBadge order={order} />
      </header>

      {seenAt && (
        <div className="my-3">
          <DatedNotice at={seenAt} onRetry={onRetry} />
        </div>
      )}
      <Pickup order={order} />
      {!saysStatus && <p className="mt-2 text-lg font-semibold">{orderStatusHeadline(order)}</p>}
      <ParcelFacts order={order} />
      <Situation order={order} />
      {user &&
        'due' in order &&
        (order.due > 0 || order.photos) &&
        order.userId === user.id &&
        seenAt === undefined && (
          <OptionalPart>
            <OwnParcel order={order} user={user} />
          </OptionalPart>
        )}
      {user && seenAt === undefined && mayBeUnnamed(order) && (
        <OptionalPart>
          <ClaimOffer number={order.reference} user={user} otherwise={null} />
        </OptionalPart>
      )}

      <div className="my-6">
        <Tracker steps={orderTimeline(order, events)} />
      </div>

      <section aria-labelledby="derniere-mise-a-jour" className="border-t border-line py-3">
        <h3 id="derniere-mise-a-jour" className="font-semibold">
          Dernière mise à jour
        </h3>
        {order.latestUpdate && <p className="wrap-anywhere whitespace-pre-line">{order.latestUpdate}</p>}
        <time dateTime={updatedAt} className="flex flex-wrap gap-x-2 text-sm text-ink-soft tabular-nums">
          <span>{longDate(updatedAt)}</span>
          <span>{timeGmt(updatedAt)}</span>
        </time>
        {!seenAt && <FetchedAt at={fetchedAt} />}
      </section>

      <History events={events} />

      <div className="mt-2 grid grid-cols-1 gap-2 border-t border-line pt-4 sm:grid-cols-2">
        {!isOver && <BeToldButton order={order} />}
        {!isOver && (
          <div className="hidden noscript:block">
            <SupportLink label="Suivre sur WhatsApp" text={followText(order.reference)} className="w-full" />
          </div>
        )}
        <SupportLink text={inquiryAbout(order.reference)} className="grow" />
        {user && seenAt === undefined && <SaveButton order={order} user={user} />}
      </div>
    </article>
  );
}

const subscribeToNothing = () => () => {};

/** The time is no part of the rendered page, which would differ from one second to the next. */
function FetchedAt({ at }: { at: number }) {
  const shown = useSyncExternalStore(
    subscribeToNothing,
    () => at,
    () => null,
  );
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {shown === null ? '\u00a0' : `Vu à ${timeGmt(new Date(shown))}`}
    </p>
  );
}

const BeToldSheet = optional(() => import('./be-told-sheet.tsx'));

/** Opens the channels over which a user can follow the parcel. */
function BeToldButton({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, startOpening] = useTransition();
  return (
    <>
      <Button
        label={isLoading ? 'Ouverture…' : 'Être averti'}
        variant="brand"
        className="grow noscript:hidden"
        icon={BellRing}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => startOpening(() => setIsOpen(true))}
      />
      <OptionalPart>{isOpen && <BeToldSheet order={order} onClose={() => setIsOpen(false)} />}</OptionalPart>
    </>
  );
}

const MODE_ICONS = { AIR: Plane, SEA: Ship };

function ParcelFacts({ order }: { order: Order }) {
  const { mode, recipientName } = order;
  const Icon = mode && MODE_ICONS[mode];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <span>Chine → Burkina Faso</span>
        {mode && Icon && (
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden size={16} />
            {TRANSPORT_MODE_LABELS[mode]}
          </span>
        )}
      </p>
      {recipientName && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {'Destinataire\u00a0: '}
          <span className="font-medium text-ink">{recipientName}</span>
        </p>
      )}
      {'passedPieces' in order && order.passedPieces && (
        <p className="text-sm text-ink-soft">
          {'Pièces\u00a0: '}
          <span className="font-medium text-ink">{writtenPieces(order)}</span>
        </p>
      )}
    </>
  );
}
