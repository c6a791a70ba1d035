import { MessageSchema } from '@fasocolis/contracts/common';
import { type Order, OrderSchema, type StaffOrder, StaffOrdersSchema } from '@fasocolis/contracts/orders';
import { readCode } from '@fasocolis/contracts/reading/code';
import { pieceCode, pieceInCode, referenceKey } from '@fasocolis/contracts/reading/reference';
import type { AnnouncedNumber, Carton } from '@fasocolis/contracts/receiving';
import type { Scan, ScanMode, ScanOutcome } from '@fasocolis/contracts/scans';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { randomUuid, timeoutSignal } from '@fasocolis/web-kit/older-browsers';
import { useRef, useState } from 'react';
import type { ChosenConsignment } from './scan-controls.tsx';
import { MAX_WAITING } from './scan-store.ts';
import { ALREADY_WORDS, DONE_WORDS } from './scan-words.ts';
import type { Announced } from './use-announced.ts';
import { type Hit, useHits } from './use-hits.ts';
import { useScanQueue } from './use-scan-queue.ts';

/** Timeout of a lookup, in milliseconds; afterwards a parcel is handed over as without a network. */
const LOOKUP_TIMEOUT_MS = 8000;

const FULL = `${MAX_WAITING.toLocaleString('fr-FR')} lectures attendent déjà\u00a0: retrouvez le réseau pour les envoyer, puis continuez.`;
const NOT_KEPT =
  "Cet appareil n'a plus de place\u00a0: cette lecture n'est pas gardée. Libérez de la place, puis recommencez.";

const INCOMPLETE = 'Lecture incomplète, recommencez';

/** How long a scan can be undone after its outcome, in milliseconds. */
const UNDO_MS = 10 * 60_000;

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? (error.serverMessage ?? error.message) : 'Erreur inconnue. Réessayez.';

/** A parcel that is about to be handed over; the order is unknown without a network. */
interface HandOverStart {
  reference: string;
  order: Order | undefined;
  /** The other parcels that wait for the same person. */
  others: readonly StaffOrder[];
  /** The refused hand-over that it replaces. */
  replaced: Scan | undefined;
  /** The number of pieces, until staff says that all are there. */
  uncounted?: number | undefined;
}

export type Label = Pick<Scan, 'reference' | 'piece'>;

export interface Undo {
  /** By the clock of `performance.now`; without one, as long as it is offered. */
  until?: number;
  run: () => Promise<void>;
}

interface Place {
  mode: ScanMode;
  consignment: ChosenConsignment | null;
  announced: Announced;
}

export function useScanning(userId: number, { mode, consignment, announced }: Place) {
  const { hits, count, show, settle, resend, cancel } = useHits();
  /** A number that looks like an announced one, until staff has compared them. */
  const [nearMiss, setNearMiss] = useState<{ read: Label; known: AnnouncedNumber }>();
  const [handOver, setHandOver] = useState<HandOverStart>();
  /** The ids of scans of pieces at the counter: with the last piece the hand-over of the parcel starts. */
  const counted = useRef(new Set<string>());
  /** Opens the hand-over of an order with the others of its person; alone when these cannot be read. */
  const offerHandOver = async (order: Order, details: Partial<HandOverStart> = {}) => {
    const signal = timeoutSignal(LOOKUP_TIMEOUT_MS);
    const parcels = await api
      .get('/api/handovers/:orderId/parcels', StaffOrdersSchema, { params: { orderId: order.id }, signal })
      .catch((): StaffOrder[] => []);
    const others = parcels.filter(({ id }) => id !== order.id);
    const start = { reference: order.reference, order, others, replaced: undefined, ...details };
    setHandOver((started) => started ?? start);
  };

  const onOutcome = (outcome: ScanOutcome) => {
    settle(outcome);
    const { id, order } = outcome;
    if (!counted.current.delete(id) || !order || outcome.outcome === 'conflict') return;
    if (order.passedPieces !== null || order.status === 'DELIVERED') return;
    void offerHandOver(order);
  };
  const queue = useScanQueue(userId, { onOutcome, onRetry: resend });

  const report = (reference: string, hit: Pick<Hit, 'tone' | 'text'> & Partial<Hit>) =>
    show({ id: randomUuid(), reference, mode, ...hit });

  /** Scans of both ends of a consignment name it. */
  const ofConsignment: Pick<Scan, 'consignmentId'> =
    consignment && (mode === 'load' || mode === 'arrive') ? { consignmentId: consignment.id } : {};

  const findWaiting = (label: Label) =>
    queue.waiting.find(
      ({ scan }) =>
        scan.mode === mode &&
        scan.consignmentId === ofConsignment.consignmentId &&
        referenceKey(pieceCode(scan.reference, scan.piece)) === referenceKey(pieceCode(label.reference, label.piece)),
    );

  /** What was noted of a carton whose receipt is taken back, unless it was sent. */
  const dropNotes = async (of: Label) => {
    const isNote = ({ carton, reference, piece }: Scan) =>
      carton && referenceKey(pieceCode(reference, piece)) === referenceKey(pieceCode(of.reference, of.piece));
    for (const { scan } of queue.waiting) if (isNote(scan)) await queue.remove(scan.id);
  };

  /** How a scan is taken back: while it waits, or for some time after it created an order to which nothing else happened. */
  const undoOf = ({ scanId, tone, reference, label, order, settledAt }: Hit): Undo | undefined => {
    if (scanId === undefined || tone !== 'taken') return undefined;
    const take = async (back: Promise<unknown>) => {
      try {
        await back;
        if (label) await dropNotes(label);
        cancel(scanId);
      } catch (error) {
        report(reference, { tone: 'problem', text: reasonOf(error) });
      }
    };
    if (settledAt === undefined) {
      const isWaiting = queue.waiting.some(({ scan }) => scan.id === scanId);
      return isWaiting ? { run: () => take(queue.remove(scanId)) } : undefined;
    }
    if (!(order && 'isDeletable' in order && order.isDeletable)) return undefined;
    const remove = () => api.delete('/api/orders/:id', MessageSchema, { params: { id: order.id } });
    return { until: settledAt + UNDO_MS, run: () => take(remove()) };
  };

  /** @returns whether the scan is kept, which is reported otherwise */
  const add = async (name: string, scan: Scan): Promise<boolean> => {
    const refusal = await queue.add(scan).then(
      (hasRoom) => (hasRoom ? null : FULL),
      () => NOT_KEPT,
    );
    if (refusal !== null) report(name, { tone: 'problem', text: refusal });
    return refusal === null;
  };

  const keep = async ({ reference, piece }: Label, details: Partial<Scan> = {}, text = 'Lu, à envoyer') => {
    const ofPiece = piece !== undefined && { piece };
    const scan = { id: randomUuid(), mode, reference, ...ofPiece, at: new Date().toISOString(), ...details };
    if (mode === 'hand-over' && ofPiece) counted.current.add(scan.id);
    const name = pieceCode(reference, piece);
    if (!(await add(name, scan))) return;
    report(name, { scanId: scan.id, label: { reference, ...ofPiece }, tone: 'taken', text });
  };

  const startHandOver = async ({ reference, piece }: Label, replaced?: Scan) => {
    try {
      const signal = timeoutSignal(LOOKUP_TIMEOUT_MS);
      const order = await api.get('/api/orders/:reference', OrderSchema, { params: { reference }, signal });
      const several = order.pieces !== null && order.pieces > 1 ? order.pieces : undefined;
      if (order.status === 'DELIVERED') report(reference, { tone: 'already', text: ALREADY_WORDS['hand-over'], order });
      else if (several && piece !== undefined) await keep({ reference, piece });
      else await offerHandOver(order, { replaced, uncounted: replaced?.isConfirmed ? undefined : several });
    } catch (error) {
      const ofPiece = piece === undefined ? pieceInCode(reference) : undefined;
      if (ofPiece && error instanceof ApiError && error.status === 404) return startHandOver(ofPiece, replaced);
      if (!(error instanceof ApiError) || error.status === 0)
        setHandOver({ reference, order: undefined, others: [], replaced });
      else report(reference, { tone: 'problem', text: reasonOf(error) });
    }
  };

  /** After it took effect or was kept: the one that it replaces is settled. */
  const closeHandOver = () => {
    if (handOver?.replaced) void queue.remove(handOver.replaced.id);
    setHandOver(undefined);
  };

  const take = async (text: string) => {
    const reading = readCode(text);
    if ('problem' in reading) return report(text.slice(0, 64), { tone: 'problem', text: reading.problem });
    const name = pieceCode(reading.reference, reading.piece);
    const waiting = findWaiting(reading);
    if (waiting)
      return report(name, { scanId: waiting.scan.id, label: reading, tone: 'already', text: 'Déjà lu, à envoyer' });
    if (mode === 'hand-over') return startHandOver(reading);
    if (mode === 'receive' && !reading.isOwn) {
      const known = announced.nearMissOf(reading.reference);
      if (known) return setNearMiss({ read: reading, known });
    }
    if (mode === 'load' && !consignment)
      return report(name, { tone: 'problem', text: "Choisissez d'abord l'expédition." });
    return keep(reading, ofConsignment);
  };

  return {
    hits,
    count,
    queue,
    undoOf,
    take,
    /** Keeps what was noted of the carton with a label. @returns whether there was room */
    async noteCarton({ reference, piece }: Label, carton: Carton): Promise<boolean> {
      const ofPiece = piece !== undefined && { piece };
      const note = { mode: 'receive', reference, ...ofPiece, at: new Date().toISOString() } as const;
      const { photos: [photo, ...others] = [], ...values } = carton;
      // Each further photo is a separate scan: on a slow network, a call has time for one photo.
      const parts = [{ ...values, ...(photo && { photos: [photo] }) }, ...others.map((other) => ({ photos: [other] }))];
      let isKept = true;
      for (const part of parts)
        isKept &&= await add(pieceCode(reference, piece), { id: randomUuid(), ...note, carton: part });
      return isKept;
    },
    nearMiss: nearMiss && {
      known: nearMiss.known,
      read: nearMiss.read.reference,
      onChoose: (isKnown: boolean) => {
        setNearMiss(undefined);
        if (isKnown) void keep({ reference: nearMiss.known.number });
        else void keep(nearMiss.read, { isConfirmed: true });
      },
    },
    /** A code that lost its beginning, or that comes too early. */
    refuse: (text: string, why = INCOMPLETE) => report(text.slice(0, 64), { tone: 'problem', text: why }),
    startHandOver: (reference: string) => startHandOver({ reference }),
    handOverAgain: (refused: Scan) => startHandOver({ reference: refused.reference }, refused),
    handOver: handOver && {
      ...handOver,
      onDone: (order: Order, count: number) => {
        closeHandOver();
        const text = count > 1 ? `${DONE_WORDS['hand-over']}, ${count} colis` : DONE_WORDS['hand-over'];
        report(order.reference, { tone: 'taken', text, order });
      },
      onKeep: (details: Partial<Scan>, hasPhoto: boolean) => {
        closeHandOver();
        // Staff has counted the pieces of a known order.
        const confirmed = { ...details, ...(handOver.order && { isConfirmed: true }) };
        void keep({ reference: handOver.reference }, confirmed, hasPhoto ? 'Lu, à envoyer sans la photo' : undefined);
      },
      onAllThere: () => setHandOver({ ...handOver, uncounted: undefined }),
      onClose: () => setHandOver(undefined),
    },
  };
}
