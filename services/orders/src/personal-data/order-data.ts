import { GOODS_KIND_LABELS, type GoodsKind } from '@fasocolis/contracts/goods-kinds';
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

const MODES = { AIR: 'avion', SEA: 'bateau' };
/** Its entry repeats the proof. */
const HANDED_OVER = 'handed-over';
const ACTIONS: Record<string, string> = {
  created: 'créé',
  changed: 'modifié',
  deleted: 'supprimé',
  archived: 'archivé',
  unarchived: 'sorti des archives',
  'event-withdrawn': 'entrée retirée',
  [HANDED_OVER]: 'remis',
  anonymized: 'données personnelles effacées',
  charged: 'frais ajoutés',
  'charge-cancelled': 'frais annulés',
  paid: 'payé',
  'payment-cancelled': 'paiement annulé',
  'payment-refused': 'paiement signalé refusé',
};
/** The fields of an order, besides the number of the reader's account. */
const COLUMNS = ORDER_COLUMNS.flatMap(([column, { ofCustomer: name, kind }]) =>
  name === null || column === 'userId' ? [] : [{ column, name, kind }],
);

const FIELDS: Record<string, Partial<OrderField> | undefined> = {
  ...Object.fromEntries(ORDER_COLUMNS),
  reason: { ofCustomer: 'Motif' },
  note: { ofCustomer: 'Note' },
  amount: { ofCustomer: 'FCFA' },
};

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
      select: { createdAt: true, name: true, action: true },
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
        .map(describeChange),
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
    'Modifications faites par vous dans les colis': made.map(({ createdAt, name, action }) => ({
      Date: createdAt,
      Objet: name,
      Action: ACTIONS[action] ?? action,
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
    ...scans.map(({ createdAt, outcome }) => ({ Date: createdAt, Action: 'scan', Objet: outcome })),
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

function describe(order: Order, label: (status: string) => string) {
  const wordsOf = ({ column, kind }: (typeof COLUMNS)[number]) => {
    if (kind === 'status') return label(order.status);
    if (kind === 'mode') return order.mode && MODES[order.mode];
    if (kind === 'goods') return order.goodsKind && GOODS_KIND_LABELS[order.goodsKind as GoodsKind];
    return measured(plainValue(order, column), kind);
  };
  return Object.fromEntries(COLUMNS.map((field) => [field.name, wordsOf(field)]));
}

const describeEvent = (event: OrderEvent, label: (status: string) => string) => ({
  Date: event.occurredAt,
  Statut: label(event.status),
  Note: event.note,
  ...(event.milestoneLabel && { Étape: event.milestoneLabel, Lieu: event.place }),
  ...(event.withdrawnAt && { 'Retirée le': event.withdrawnAt, 'Motif du retrait': event.withdrawnReason }),
});

const describeChange = ({ createdAt, action, before, after }: Change) => ({
  Date: createdAt,
  Action: ACTIONS[action] ?? action,
  Avant: named(before),
  Après: named(after),
});

const named = (values: Change['before']) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const { ofCustomer, kind } = FIELDS[field] ?? {};
      return [ofCustomer ?? field, measured(value, kind)];
    }),
  );

/** A weight or volume as people write it; any other value as it is. */
function measured<Value>(value: Value, kind: OrderField['kind']): Value | string {
  if (typeof value !== 'number') return value;
  if (kind === 'weight') return writtenWeight(value);
  return kind === 'volume' ? writtenVolume(value) : value;
}
