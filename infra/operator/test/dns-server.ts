import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const TYPES: Record<number, string> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const NO_SUCH_NAME = 3;
const FAILURE = 2;

/** The records of a name by type, in the notation of zone files: `10 mail.example.com` for MX. */
type Zone = Record<string, Partial<Record<string, string[]>>>;

/** A real DNS server for the given names. A name without records exists if another one is below it. */
export async function startDnsServer(zone: Zone, { isBroken = false } = {}): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    socket.send(responseTo(query, zone, isBroken), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function responseTo(query: Buffer, zone: Zone, isBroken: boolean): Buffer {
  const { name, end } = readName(query, 12);
  const type = TYPES[query.readUInt16BE(end)] ?? '';
  const queried = query.subarray(12, end + 4);
  const records = zone[name]?.[type] ?? [];
  const exists = Object.keys(zone).some((each) => each === name || each.endsWith(`.${name}`));
  const code = isBroken ? FAILURE : exists ? 0 : NO_SUCH_NAME;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // A response, authoritative, with recursion.
  head.writeUInt16BE(0x8580 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isBroken ? 0 : records.length, 6);
  return Buffer.concat([head, queried, ...(isBroken ? [] : records.map((record) => resource(type, record)))]);
}

/** Its name is that of the query. */
function resource(type: string, record: string): Buffer {
  const data = dataOf(type, record);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(Number(Object.keys(TYPES).find((number) => TYPES[Number(number)] === type)), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: string, record: string): Buffer {
  if (type === 'A') return Buffer.from(record.split('.').map(Number));
  if (type === 'MX') {
    const [preference = '', name = ''] = record.split(' ');
    return Buffer.concat([Buffer.from([0, Number(preference)]), writtenName(name)]);
  }
  const parts = record.match(/.{1,255}/g) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}

const writtenName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
