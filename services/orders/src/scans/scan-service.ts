import type { ScanMode, SendScans, Scan as SentScan } from '@fasocolis/contracts/scans';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Order } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { correctedTime } from '../shared/device-clock.ts';
import { ownCodes } from '../shared/own-codes.ts';
import { townOfStaff } from '../shared/town-of-staff.ts';
import { readCarton } from './carton.ts';
import type { ScanAction, ScanActor, ScanResult } from './scan.ts';
import { findScanned, referenceOf } from './scanned.ts';

export interface ScanDependencies extends Dependencies {
  onCounted: (consignmentIds: number[]) => void;
  actions: Record<ScanMode, ScanAction>;
}

interface RecordedScan {
  id: string;
  outcome: string;
  message: string | null;
  orderId: number | null;
}

export async function applyScans(
  dependencies: ScanDependencies,
  { scans, sentAt }: SendScans,
  actor: Omit<ScanActor, 'town'>,
): Promise<(RecordedScan & { order: Order | undefined })[]> {
  const { database, auth } = dependencies;
  const receivedAt = new Date();
  const scanner = { ...actor, town: await townOfStaff(auth, actor) };
  const recorded: RecordedScan[] = [];
  for (const scan of scans) {
    const at = correctedTime(scan.at, sentAt, receivedAt);
    recorded.push(await applyScan(dependencies, { ...scan, at }, scanner));
  }
  const ids = recorded.flatMap(({ orderId }) => orderId ?? []);
  await reportCounts(dependencies, scans, ids);
  const orders = await database.order.findMany({ where: { id: { in: ids } } });
  return recorded.map((each) => ({ ...each, order: orders.find(({ id }) => id === each.orderId) }));
}

async function reportCounts(
  { database, onCounted }: ScanDependencies,
  scans: SentScan[],
  orderIds: number[],
): Promise<void> {
  const members = await database.consignmentOrder.findMany({
    where: { orderId: { in: orderIds }, isOpen: true },
    select: { consignmentId: true },
  });
  const counted = new Set([...members, ...scans].flatMap(({ consignmentId }) => consignmentId ?? []));
  if (counted.size > 0) onCounted([...counted]);
}

async function applyScan(
  dependencies: ScanDependencies,
  { carton: noted, ...sent }: Omit<SentScan, 'at'> & { at: Date },
  actor: ScanActor,
): Promise<RecordedScan> {
  const { database, auth, actions } = dependencies;
  const { id, mode } = sent;
  const known = noted && (await database.scan.findUnique({ where: { id } }));
  if (known) return known;
  // The transaction begins afterwards: photos take time, and auth is another service.
  const carton = noted && (await readCarton(auth, noted, actor).catch(refused));
  const ownCode = mode === 'receive' ? await ownCodeIn(dependencies, sent.reference, actor) : undefined;
  return database.$transaction(async (transaction) => {
    // Another request with the same scan waits here for this one.
    const { count } = await transaction.scan.createMany({
      data: [{ id, outcome: 'done', userId: actor.userId }],
      skipDuplicates: true,
    });
    if (count === 0) return transaction.scan.findUniqueOrThrow({ where: { id } });
    const scan = { ...sent, ownCode, ...(carton && !('outcome' in carton) && { carton }) };
    const refusal = carton && 'outcome' in carton ? carton : undefined;
    const result = refusal ?? (await actions[mode](transaction, scan, actor).catch(refused));
    const { outcome, message = null } = result;
    // A refused scan has its order too, so that staff can correct the cause in the file.
    const order = result.order ?? (await findScanned(transaction, scan))?.order;
    return transaction.scan.update({ where: { id }, data: { outcome, message, orderId: order?.id ?? null } });
  });
}

async function ownCodeIn(
  { database, auth }: ScanDependencies,
  text: string,
  { requestId }: Actor,
): Promise<string | undefined> {
  const reference = referenceOf(text);
  return (await ownCodes({ database, auth }, [reference], requestId)).get(reference);
}

/** @throws the error, unless it is a refusal with a message for users */
function refused(error: unknown): ScanResult {
  if (error instanceof AppError && error.code !== 'unavailable') return { outcome: 'conflict', message: error.message };
  throw error;
}
