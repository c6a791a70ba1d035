/** Writes the workbook of all users to a file and prints how far the memory of the process grew for it, in MiB. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { openDatabase } from '../src/database.ts';
import { exportUsers } from '../src/users/user-export.ts';

const [, , databaseUrl = '', file = ''] = process.argv;
const database = openDatabase(databaseUrl);
await database.user.count();
const before = process.memoryUsage.rss();
await pipeline(exportUsers(database, pino({ level: 'silent' })), createWriteStream(file));
const peak = process.resourceUsage().maxRSS * 1024;
console.log((peak - before) / 2 ** 20);
await database.$disconnect();
