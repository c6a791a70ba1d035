import { CHANGE_ACTION_LABELS } from '@fasocolis/contracts/change-labels';
import { changedName, fieldName, goodsName, modeName } from '@fasocolis/contracts/change-words';
import type { ChangeAction, ChangeSubject } from '@fasocolis/contracts/changes';
import type { OrderField } from '@fasocolis/contracts/order-fields';
import type { PersonalData, PersonalDataSubject } from '@fasocolis/contracts/personal-data';
import { type ProblemKind, problemTitle } from '@fasocolis/contracts/problems';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import type { Database } from '../database.ts';
import type {
  Change,
  Charge,
  FormerReference,
  Handover,
  Order,
  OrderEvent,
  OrderProblem,
  Payment,
  PaymentReport,
  ReceptionPhoto,
} from '../generated/prisma/client.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { ORDER_COLUMNS, plainValue } from '../shared/order-columns.ts';

/** Its entry repeats the proof. */
const HANDED_OVER = 'handed-over' satisfies ChangeAction;
const SCAN_OUTCOMES: Record<string, string> = { done: 'fait', already: 'déjà fait', conflict: 'refusé' };
/** The fields of an order, besides the number of the reader's account. */
const COLUMNS = ORDER_COLUMNS.flatMap(([column, { ofCustomer: name, kind }]) =>
  name === null || column === 'userId' ? [] : [{ column, name, kind }],
);

const FIELDS: Record<string, OrderField | undefined> = Object.fromEntries(ORDER_COLUMNS);

const WITH_DETAILS = {
  events: { orderBy: { id: 'asc' } },
  formerReferences: true,
  consignments: { include: { consignment: { select: { code: true } } } },
  handover: true,
  problems: { omit: { photo: true }, orderBy: { id: 'asc' } },
  receptionPhotos: { orderBy: { id: 'asc' } },
  charges: { where: { cancelledAt: null }, orderBy: { id: 'asc' } },
  paymentShares: { where: { payment: { cancelledAt: null } }, include: { payment: true } },
  paymentReports: { orderBy: { createdAt: 'asc' } },
} as const;

/** Everything that orders stores about a user. Of entries about the orders of others, not the values: they are theirs. */
export async function readOrderData(
  { database, statuses }: { database: Database; statuses: KnownStatuses },
  { userId, verifiedEmail, hasVerifiedPhone = false, isStaff = false }: PersonalDataSubject,
): Promise<PersonalData> {
  const [own, saved, entered, made, work, credit, claims] = await Promise.all([
    database.order.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      include: WITH_DETAILS,
    }),
    database.savedOrder.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      include: { order: { select: { reference: true } } },
    }),
    database.orderEvent.findMany({
      where: { OR: [{ userId }, { withdrawnBy: userId }] },
      orderBy: { id: 'asc' },
      select: { occurredAt: true, userId: true, order: { select: { reference: true } } },
    }),
    database.change.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      select: { createdAt: true, subject: true, name: true, action: true },
    }),
    readWork(database, userId),
    database.creditCustomer.findMany({ where: { userId } }),
    readClaims(database, userId),
  ]);
  const subjectIds = own.map(({ id }) => String(id));
  const changes = await database.change.findMany({
    where: { subject: 'order', subjectId: { in: subjectIds } },
    orderBy: { id: 'asc' },
  });
  const label = await statuses.labels();
  // An unverified account may be another person's.
  const isVerified = verifiedEmail !== null || hasVerifiedPhone;
  return {
    'Vos colis': own.map((order) => ({
      ...describe(isVerified && !isStaff ? order : { ...order, pickupCode: null }, label),
      ...describeReferences(order.formerReferences),
      Expéditions: order.consignments.map(({ consignment }) => consignment.code),
      ...(isVerified && order.handover && { Remise: describeHandover(order.handover) }),
      ...(isVerified && describePhotos(order.receptionPhotos)),
      ...describeProblems(order.problems),
      ...describeMoney(order),
      Historique: order.events.map((event) => describeEvent(event, label)),
      'Journal des modifications': changes
        .filter(({ subjectId, action }) => subjectId === String(order.id) && (isVerified || action !== HANDED_OVER))
        .map((change) => describeChange(change, label)),
    })),
    'Colis sauvegardés': saved.map(({ order, createdAt }) => ({
      'Numéro de suivi': order.reference,
      'Sauvegardé le': createdAt,
    })),
    'Demandes de colis sans nom': claims,
    'Remise à crédit': credit.map(({ createdAt }) => ({ 'Depuis le': createdAt })),
    'Entrées faites par vous dans des dossiers': entered.map((event) => ({
      Date: event.occurredAt,
      'Numéro de suivi': event.order.reference,
      Action: event.userId === userId ? 'saisie' : 'retirée',
    })),
    'Modifications faites par vous dans les colis': made.map(({ createdAt, subject, name, action }) => ({
      Date: createdAt,
      Objet: changedName({ subject: subject as ChangeSubject, name }),
      Action: actionName(action),
    })),
    'Votre travail dans les expéditions': work,
  };
}

const describeReferences = (formers: Pick<FormerReference, 'referenceKey' | 'alias'>[]) => ({
  'Anciens numéros de suivi': formers.flatMap(({ referenceKey, alias }) => (alias === null ? referenceKey : [])),
  'Numéros de transporteur': formers.flatMap(({ alias }) => alias ?? []),
});

async function readClaims(database: Database, userId: number) {
  const claims = await database.claim.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return claims.map(({ createdAt, text, photo, refusedReason }) => ({
    Date: createdAt,
    Texte: text,
    Photo: dataUrlOf(photo),
    ...(refusedReason && { 'Refusée, parce que': refusedReason }),
  }));
}

const describePhotos = (photos: ReceptionPhoto[]) =>
  photos.length > 0 && { 'Photos de la réception': photos.map(({ photo }) => dataUrlOf(photo)) };

const describeProblems = (problems: Omit<OrderProblem, 'photo'>[]) =>
  problems.length > 0 && {
    Problèmes: problems.map(({ kind, piece, note, createdAt, closedAt }) => ({
      Date: createdAt,
      Problème: problemTitle({ kind: kind as ProblemKind, piece }),
      Note: note,
      'Réglé le': closedAt,
    })),
  };

async function readWork(database: Database, userId: number) {
  const where = { userId };
  const orderBy = { createdAt: 'asc' } as const;
  const [added, milestones, withdrawn, handovers, problems, scans] = await Promise.all([
    database.consignmentOrder.findMany({ where, orderBy, select: { createdAt: true, consignment: true } }),
    database.milestone.findMany({ where, orderBy, select: { createdAt: true, label: true } }),
    database.milestone.findMany({
      where: { withdrawnBy: userId },
      orderBy,
      select: { withdrawnAt: true, label: true },
    }),
    database.handover.findMany({ where, orderBy, select: { createdAt: true, order: true } }),
    database.orderProblem.findMany({
      where: { OR: [where, { closedBy: userId }] },
      orderBy,
      select: { createdAt: true, order: { select: { reference: true } } },
    }),
    database.scan.findMany({ where, orderBy, select: { createdAt: true, outcome: true } }),
  ]);
  return [
    ...added.map(({ createdAt, consignment }) => ({
      Date: createdAt,
      Action: 'colis ajouté',
      Objet: consignment.code,
    })),
    ...milestones.map(({ createdAt, label }) => ({ Date: createdAt, Action: 'étape enregistrée', Objet: label })),
    ...withdrawn.map(({ withdrawnAt, label }) => ({ Date: withdrawnAt, Action: 'étape reprise', Objet: label })),
    ...handovers.map(({ createdAt, order }) => ({ Date: createdAt, Action: 'colis remis', Objet: order.reference })),
    ...problems.map(({ createdAt, order }) => ({ Date: createdAt, Action: 'problème', Objet: order.reference })),
    ...scans.map(({ createdAt, outcome }) => ({ Date: createdAt, Action: 'scan', Objet: SCAN_OUTCOMES[outcome] })),
  ];
}

interface Money {
  charges: Charge[];
  paymentShares: { amount: number; payment: Payment }[];
  paymentReports: PaymentReport[];
}

const describeMoney = ({ charges, paymentShares, paymentReports }: Money) => ({
  Frais: charges.map(({ label, amount, createdAt }) => ({ Date: createdAt, Libellé: label, FCFA: amount })),
  Paiements: paymentShares.map(({ amount, payment }) => ({
    Date: payment.paidAt,
    Reçu: payment.receipt,
    FCFA: amount,
    ...(payment.payerName && { 'Payé par': payment.payerName }),
  })),
  'Paiements signalés': paymentReports.map(({ createdAt, transactionReference, amount, refusedReason }) => ({
    Date: createdAt,
    Transaction: transactionReference,
    FCFA: amount,
    ...(refusedReason && { 'Refusé, parce que': refusedReason }),
  })),
});

const dataUrlOf = (webp: Uint8Array) => `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;

const describeHandover = ({ createdAt, receiverName, reason, photo }: Handover) => ({
  'Remis le': createdAt,
  'Remis à': receiverName,
  'Sans code, parce que': reason,
  Photo: photo && dataUrlOf(photo),
});

const describe = (order: Order, label: StatusLabel) =>
  Object.fromEntries(
    COLUMNS.map(({ column, name, kind }) => [name, wordsOf(plainValue(order, column), { kind, label })]),
  );

const describeEvent = (event: OrderEvent, label: StatusLabel) => ({
  Date: event.occurredAt,
  Statut: label(event.status),
  Note: event.note,
  ...(event.milestoneLabel && { Étape: event.milestoneLabel, Lieu: event.place }),
  ...(event.withdrawnAt && { 'Retirée le': event.withdrawnAt, 'Motif du retrait': event.withdrawnReason }),
});

const actionName = (action: string) => CHANGE_ACTION_LABELS[action as ChangeAction];

const describeChange = ({ createdAt, action, before, after }: Change, label: StatusLabel) => ({
  Date: createdAt,
  Action: actionName(action),
  Avant: named(before, label),
  Après: named(after, label),
});

const named = (values: Change['before'], label: StatusLabel) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const { ofCustomer, kind } = FIELDS[field] ?? {};
      return [ofCustomer ?? fieldName(field), wordsOf(value, { kind, label })];
    }),
  );

type StatusLabel = (status: string) => string;

/** A value as people write it; without a kind as it is. */
function wordsOf<Value>(
  value: Value,
  { kind, label }: { kind: OrderField['kind']; label: StatusLabel },
): Value | string {
  if (typeof value === 'string' && kind === 'status') return label(value);
  if (typeof value === 'string' && kind === 'mode') return modeName(value);
  if (typeof value === 'string' && kind === 'goods') return goodsName(value);
  if (typeof value === 'number' && kind === 'weight') return writtenWeight(value);
  return typeof value === 'number' && kind === 'volume' ? writtenVolume(value) : value;
}
