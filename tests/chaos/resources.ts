import { readdirSync, readFileSync } from 'node:fs';
import type { Installation } from './installation.ts';
import { PRODUCT } from './installation.ts';

export interface Usage {
  memoryMb: number;
  files: number;
}

/** More is a leak: caches and pools are full after the warm-up, as far as they grow with the load. */
const ALLOWED_MB = 150;
const ALLOWED_FILES = 100;

/** Memory and open files, sockets among them, of the product's processes; nothing where there is no /proc. */
export function usageOf(installation: Installation): Map<string, Usage> {
  if (process.platform !== 'linux') return new Map();
  const measure = (name: string): [string, Usage] => {
    const [pid = 0] = installation.pidsOf(name);
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return [name, { memoryMb: Math.round(Number(kilobytes) / 1024), files: readdirSync(`/proc/${pid}/fd`).length }];
  };
  return new Map(PRODUCT.map(measure));
}

/** What has grown out of bounds. */
export function leaksBetween(before: Map<string, Usage>, after: Map<string, Usage>): string[] {
  return [...after].flatMap(([name, { memoryMb, files }]) => {
    const former = before.get(name) ?? { memoryMb: 0, files: 0 };
    return [
      ...(memoryMb > former.memoryMb + ALLOWED_MB ? [`${name}: ${former.memoryMb} MB grew to ${memoryMb} MB`] : []),
      ...(files > former.files + ALLOWED_FILES ? [`${name}: ${former.files} open files became ${files}`] : []),
    ];
  });
}
