import { randomUUID } from 'node:crypto';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { asAgent, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import type { Orders } from './helpers.ts';

/** A photo as a phone sends it, as a data URL. */
export async function newPhoto(background = 'green', width = 1280): Promise<string> {
  const jpeg = await sharp({ create: { width, height: 720, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

let numbers = 0;
/** A courier number that nobody knows yet. */
export function newNumber(): string {
  numbers += 1;
  return `YT75${String(numbers).padStart(4, '0')}${Date.now()}`;
}

/** What an agent does in the warehouse, through the API. */
export function receivingCalls(orders: Orders) {
  const send = async (...scans: object[]): Promise<ScanOutcome[]> => {
    const payload = {
      scans: scans.map((scan) => ({ id: randomUUID(), mode: 'receive', at: new Date().toISOString(), ...scan })),
    };
    const response = await call(orders.app, { method: 'POST', url: '/api/scans', payload }, asAgent(9));
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<ScanOutcome[]>();
  };
  return {
    send,
    /** The only outcome of a scan. */
    async receive(reference: string, data: object = {}): Promise<ScanOutcome> {
      const [outcome] = await send({ reference, ...data });
      if (!outcome) throw new Error('No outcome');
      return outcome;
    },
    find: async (reference: string) =>
      (await call(orders.app, { url: `/api/orders/${encodeURIComponent(reference)}` }, asAgent(9))).json<StaffOrder>(),
    logOf: (id: number) =>
      orders.database.change.findMany({
        where: { subject: 'order', subjectId: String(id) },
        orderBy: { id: 'asc' },
      }),
  };
}
