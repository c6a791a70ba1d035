import { expect, it } from 'vitest';
import { readCourierNumber } from './courier-number.ts';
import { generateReference, shortLinkPath } from './reference.ts';

it.each([
  ['YT7512345678901', 'YT7512345678901'],
  [' 773012345678901 ', '773012345678901'],
  ['SF 1369 8745 21035', 'SF 1369 8745 21035'],
  ['SF1369874521035|MMM=1', 'SF1369874521035'],
  ['EA123456789CN', 'EA123456789CN'],
  ['1Z999AA10123456784', '1Z999AA10123456784'],
  ['JDVB12345678-1-1', 'JDVB12345678'],
  ['JDVA12345678901-1-1-', 'JDVA12345678901'],
  ['JD0012345678901-2-3-', 'JD0012345678901'],
  ['YT7512345678901-2', 'YT7512345678901'],
  ['SF9603739550123-001', 'SF9603739550123'],
  ['YT 7512345678901', 'YT7512345678901'],
  ['YT_7512345678901', 'YT7512345678901'],
  ['sf:1369874521035', 'sf1369874521035'],
  ['SF：1369874521035', 'SF1369874521035'],
  ['YT٧٥١٢٣٤٥٦٧٨٩٠١', 'YT7512345678901'],
  ['YT7️⃣5️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣1️⃣', 'YT7512345678901'],
  ['微信 li123456789，单号SF1369874521035', 'SF1369874521035'],
  ['li123456789@qq.com YT7512345678901', 'YT7512345678901'],
  ['微信 SF1369874521035', 'SF1369874521035'],
  ['STO 777123456789', '777123456789'],
  ['No.YT7512345678901', 'YT7512345678901'],
  ['75123456789012.0', '75123456789012'],
  ['ＹＴ７５１２３４５６７８９０１', 'YT7512345678901'],
  ['订单编号 2345678901234567890 物流单号 YT7512345678901', 'YT7512345678901'],
  ['YT7512345678901 chaussures, 3 cartons', 'YT7512345678901'],
  ['YT7512345678901\tChaussures\t45000', 'YT7512345678901'],
  ['【菜鸟】您的包裹YT7512345678901 已发货', 'YT7512345678901'],
  ['colis n° YT7512345678901 de Awa', 'YT7512345678901'],
  ['YT75123456 78901', 'YT75123456 78901'],
  ['YT7512345678901 45000', 'YT7512345678901'],
  ['快递: YT7512345678901 电话: 13800138000', 'YT7512345678901'],
  ['https://m.kuaidi100.com/result.jsp?nu=YT7512345678901&id=1', 'YT7512345678901'],
  ['https://t.17track.net/fr#nums=YT7512345678901', 'YT7512345678901'],
  ['https://page.cainiao.com/guide?mailNoList=YT7512345678901', 'YT7512345678901'],
  ['https://www.sf-express.com/cn/waybill-detail/SF1369874521035', 'SF1369874521035'],
  ['https://www.zto.com/express/expressCheck.html?txtbill=777123456789', '777123456789'],
  ['https://parcelsapp.com/tracking/YT7512345678901', 'YT7512345678901'],
  ['https://example.com/?no=YT7512345678901', 'YT7512345678901'],
  ['https://example.com/?tracking-id=YT7512345678901', 'YT7512345678901'],
  ['①YT7512345678901', 'YT7512345678901'],
  ['❷ YT7512345678901', 'YT7512345678901'],
  ['1️⃣YT7512345678901', 'YT7512345678901'],
  ['7512 3456 7890', '7512 3456 7890'],
  ['YT7512345678901YT7512345678901', 'YT7512345678901'],
])('reads the number of a courier in %j [INT-003]', (line, number) => {
  expect(readCourierNumber(line)).toEqual({ number });
});

it.each([
  ['QQ 123456789', 'Ce n’est pas un numéro de transporteur.'],
  ['微信号：li123456789', 'Ce n’est pas un numéro de transporteur.'],
  ['Bonjour', 'Ce n’est pas un numéro de transporteur.'],
  ['70 12 34 56', 'Ce n’est pas un numéro de transporteur.'],
  ['45 000 FCFA', 'Ce n’est pas un numéro de transporteur.'],
  ['订单号：1234567890123456789', 'Ce n’est pas un numéro de transporteur.'],
  ['https://item.taobao.com/item.htm?id=678912345678', 'Ce n’est pas un numéro de transporteur.'],
  ['+226 70 12 34 56', 'C’est un numéro de téléphone.'],
  ['22670123456', 'C’est un numéro de téléphone.'],
  ['70123456 76123456', 'C’est un numéro de téléphone.'],
  ['70 12 34 56 / 76 12 34 56', 'C’est un numéro de téléphone.'],
  ['2250707123456', 'C’est un numéro de téléphone.'],
  ['0707123456', 'C’est un numéro de téléphone.'],
  ['0033612345678', 'C’est un numéro de téléphone.'],
  ['25000 30000', 'Ce n’est pas un numéro de transporteur.'],
  ['支付宝交易号：2026112722001165431234567890', 'Ce n’est pas un numéro de transporteur.'],
  ['微信支付单号 4200001234202611271234567890', 'Ce n’est pas un numéro de transporteur.'],
  ['138 0013 8000', 'C’est un numéro de téléphone.'],
  ['+8613800138000', 'C’est un numéro de téléphone.'],
  ['YT7512345678901 YT7512345678902', 'Plusieurs numéros sur une ligne'],
  ['YT7512345678901YT7512345678902', 'Plusieurs numéros sur une ligne'],
  ['https://t.17track.net/fr#nums=YT7512345678901%2CYT7512345678902', 'Plusieurs numéros sur une ligne'],
  ['https://m.kuaidi100.com/?nu=YT7512345678901%0AYT7512345678902', 'Plusieurs numéros sur une ligne'],
  ['身份证 110101199003074578', 'Ce n’est pas un numéro de transporteur.'],
  ['6222021234567890123', 'Ce n’est pas un numéro de transporteur.'],
  ['IMEI 356789012345678', 'Ce n’est pas un numéro de transporteur.'],
  ['25 000 000 F', 'Ce n’est pas un numéro de transporteur.'],
  ['400-123-4567', 'Ce n’est pas un numéro de transporteur.'],
  ['6901234567892', 'Ce n’est pas un numéro de transporteur.'],
  [generateReference(), 'C’est un numéro de suivi de chez nous.'],
  [`https://fasocolis.example${shortLinkPath('AWA-2026-07')}`, 'C’est un numéro de suivi de chez nous.'],
])('says why %j has no number of a courier', (line, problem) => {
  expect(readCourierNumber(line)).toEqual({ problem: expect.stringContaining(problem) });
});

it('is not read behind 4,096 characters of the composed line', () => {
  // Each of these composes to 18 characters.
  expect(readCourierNumber(`${'ﷺ '.repeat(300)}YT7512345678901`)).toHaveProperty('problem');
});
