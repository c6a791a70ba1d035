import { expect, it } from 'vitest';
import { listedReferences } from './listed-references.ts';

it.each([
  ['DEMO0001\nDEMO0002', ['DEMO0001', 'DEMO0002']],
  ['DEMO0001; DEMO0002,DEMO0003', ['DEMO0001', 'DEMO0002', 'DEMO0003']],
  ['DEMO0001\r\n\r\n  DEMO0002 ', ['DEMO0001', 'DEMO0002']],
  ['DEMO0001\tAwa Ouédraogo\nDEMO0002\tIssa Zongo', ['DEMO0001', 'DEMO0002']],
  ['Awa Ouédraogo\tDEMO0001\t12,5', ['DEMO0001']],
  ['DEMO0001\tDEMO0002\tDEMO0003', ['DEMO0001', 'DEMO0002', 'DEMO0003']],
  ['DEMO0001；DEMO0002，DEMO0003、DEMO0004', ['DEMO0001', 'DEMO0002', 'DEMO0003', 'DEMO0004']],
  ['1、DEMO0001\n2、DEMO0002', ['DEMO0001', 'DEMO0002']],
  ['1) DEMO0001\n 2) DEMO0002', ['DEMO0001', 'DEMO0002']],
  ['123 456 789 012', ['123 456 789 012']],
  ['OUAGA-AWA', ['OUAGA-AWA']],
  ['[26/11/2026, 14:30] Awa: DEMO0001\n[26/11/2026, 14:31:05] +226 70 12 34 56: DEMO0002', ['DEMO0001', 'DEMO0002']],
  ['26/11/2026, 14:30 - Awa Ouédraogo: DEMO0001', ['DEMO0001']],
  ['\u200e[14:30, 26/11/2026] Awa: \u200eDEMO0001\n[14:31, 26/11/2026] Awa: DEMO0002', ['DEMO0001', 'DEMO0002']],
  ['DEMO0001\u2028DEMO0002\vDEMO0003', ['DEMO0001', 'DEMO0002', 'DEMO0003']],
  ['  \n;', []],
])('%j is the list %j [READ-003]', (text, references) => expect(listedReferences(text)).toEqual(references));
