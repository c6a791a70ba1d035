import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../../components/tables/written-cell.ts';
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts';
import { readingOf } from './import-lines.ts';

const tableOf = (...rows: string[][]) => ({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

/** Usual headings of each column in French, English and Chinese. */
const HEADINGS: Record<ImportColumn, string[]> = {
  reference: [
    'Référence',
    'Réfé\u200brence\ufeff',
    'RÉF.',
    'N° de suivi',
    'N° colis',
    'Numéro de colis',
    'Référence colis',
    'Code de suivi',
    'N° bordereau',
    'Num suivi',
    'Colis N°',
    'Code-barres',
    'Référence (obligatoire)',
    'N° de référence',
    'Ref No.',
    'N° commande',
    'Parcel No',
    'Courier number',
    'trackingNumber',
    '国内快递单号',
    '国际单号',
    '转运单号',
    '入仓号',
    '面单号',
    '条码',
    '快遞單號',
    '運單號',
  ],
  client: [
    'Client',
    'ID client',
    "Nom d'utilisateur",
    'E-mail',
    'Adresse email',
    'Email du client',
    'Customer',
    '客户编号',
    'Client ID',
    'N° client',
    'Courriel',
    '客户代码',
    '会员号',
  ],
  recipientName: [
    'Nom(s)',
    'Noms & Prénoms',
    'Propriétaire',
    'Ayant droit',
    'Destinataire',
    'Nom du destinataire',
    'Nom client',
    'Nom et prénoms',
    'Nom et Prénom(s)',
    'Receiver Name',
    'Consignee',
    '收件人姓名',
    'Bénéficiaire',
    'Client Name',
    'Full name',
    '联系人',
    '客户名',
  ],
  recipientPhone: [
    'Cel',
    'Tél. portable',
    'Tel/WhatsApp',
    'Téléphone 1',
    'Contact tél.',
    'Téléphone',
    'Tél.',
    'N° de téléphone',
    'WhatsApp',
    'Phone number',
    'Receiver Contact',
    '联系电话',
    '手机号',
    'Contact client',
    'Contact destinataire',
    'Phone/WhatsApp',
    '联系人电话',
    '收件电话',
    '联系方式',
  ],
  mode: [
    'Type envoi',
    'Air/Mer',
    "Mode d'envoi",
    'Transport',
    'Mode',
    'Mode de transport',
    'Voie',
    'Shipping method',
    '运输方式',
    'Type transport',
    "Voie d'expédition",
    'Air/Sea',
    '空运/海运',
    '渠道',
    '发货方式',
  ],
  pieces: [
    ...['Total qty', 'Quantité totale'],
    'Pièces',
    'Nb de cartons',
    'Nombre de colis',
    'Qté',
    'Quantity',
    'PCS',
    'CTNS',
    '件数',
    '箱数',
    'Nombre',
    'Sacs',
    'Qté cartons',
    'Quantité (pcs)',
    'No. of packages',
    'Pkgs',
    '总箱数',
    '件',
    '包数',
  ],
  weight: [
    'Poids',
    'Poids (kg)',
    ...['Total G.W. (KG)', 'Total poids', 'Poids total (kg)', 'Total KG', 'KG total', 'Weight total', 'Total N.W.'],
    'Poids brut',
    'Weight (kg)',
    'Gross weight',
    'G.W.',
    'KG',
    '重量(kg)',
    '毛重',
    'Pds (kg)',
    'Poids du colis',
    'Poids taxable',
    'Kilos',
    'GW(kg)',
    'Total weight',
    'Chargeable weight',
    '实际重量',
    '总毛重',
    '總重量',
  ],
  volume: [
    ...['Total volume (CBM)', 'Vol. total', 'Vol (CBM)'],
    'MEAS (CBM)',
    'Measurement',
    'Volume',
    'Volume (m³)',
    'CBM',
    'M3',
    'Cubage',
    '体积',
    '总体积',
    'CBM Total',
    'Vol (m3)',
    '体积/立方',
  ],
  contents: [
    'Contenu',
    'Désignation',
    'Marchandise',
    'Nature de la marchandise',
    'Description',
    'Goods',
    '品名',
    '货物名称',
    'Nature marchandise',
    'Description of goods',
    'Commodity',
    'Product name',
    '英文品名',
    '产品名称',
    '货名',
    '品名(中文)',
  ],
  estimatedDelivery: [
    'Livraison',
    'Date livraison',
    'Date de livraison',
    'Livraison prévue',
    'ETA',
    'Delivery date',
    '预计到货时间',
    'Date arrivée prévue',
    "Date d'arrivée estimée",
    'Expected arrival',
    'Date ETA',
    '预计到港',
  ],
  consignment: ['Expédition', "N° d'expédition", 'Code expédition', 'Consignment', 'Shipment No.', '批次号'],
};

describe('the columns of a file', () => {
  it.each(Object.entries(HEADINGS) as [ImportColumn, string[]][])(
    'that are %s are recognized by their usual headings [READ-008]',
    (column, headings) => {
      for (const heading of [...headings, ...headings.map((each) => each.toUpperCase())]) {
        const titles = column === 'reference' ? [heading] : ['Référence', heading];
        expect(readingOf(tableOf(titles)).assigned[column], heading).toBe(titles.length - 1);
      }
    },
  );

  it('are recognized by the titles of the template', () => {
    const titles = Object.values(IMPORT_COLUMNS).map(({ title }) => title);
    const indexes = Object.values(readingOf(tableOf(titles)).assigned);
    expect(indexes.sort((one, other) => one - other)).toEqual(titles.map((_, index) => index));
  });

  it.each<[string, ImportColumn]>([
    ...[' 运 单 号 ', '单 号', '快 递 单 号', '运　单　号', '運 單 號', '快递 单号（必 填）'].map(
      (heading): [string, ImportColumn] => [heading, 'reference'],
    ),
    ['收 件 人', 'recipientName'],
    ['姓 名', 'recipientName'],
    ['电 话', 'recipientPhone'],
    ['手 机', 'recipientPhone'],
    ['重 量', 'weight'],
    ['毛 重 (KG)', 'weight'],
    ['件 数', 'pieces'],
    ['数 量', 'pieces'],
    ['箱 数', 'pieces'],
    ['数量 箱', 'pieces'],
    ['体 积', 'volume'],
    ['品 名', 'contents'],
    ['运 输 方 式', 'mode'],
    ['空运 海运', 'mode'],
    ['空 运/海 运', 'mode'],
  ])('are recognized by %j with spaces between its characters as %s [READ-008]', (heading, column) => {
    const titles = column === 'reference' ? [heading] : ['Référence', heading];
    expect(readingOf(tableOf(titles)).assigned[column]).toBe(titles.length - 1);
  });

  it('are those of the tracking number before those of the order or the line', () => {
    expect(readingOf(tableOf(['N°', 'Ref', '订单号', '快递单号'])).assigned).toEqual({ reference: 3 });
  });

  it('are not those of other dates', () => {
    for (const heading of [
      ...['Date', "Date d'achat", 'Date de départ', "Date d'expédition"],
      ...["Date d'arrivée", 'Arrivée', 'Arrival date', '到货日期', '到货时间', '到达时间', '到港'],
    ]) {
      expect(readingOf(tableOf(['Référence', heading])).assigned, heading).toEqual({ reference: 0 });
    }
  });

  it.each(['Dimensions', '尺寸', 'Poids unitaire', 'Container No', '唛头', 'AWB', '收货方式'])(
    'are not %s, which says something else or of several parcels [READ-008]',
    (heading) => {
      expect(readingOf(tableOf(['Référence', heading])).assigned).not.toHaveProperty('recipientPhone');
      const { assigned } = readingOf(tableOf(['Référence', heading]));
      expect(Object.keys(assigned).filter((field) => field !== 'mode')).toEqual(['reference']);
    },
  );

  it.each([
    '单价(元/kg)',
    '单件重量(KG)',
    '体积重(KG)',
    '每箱数量(PCS)',
    '发货人电话 Tel',
    '运费/kg',
    '工厂名称 Name',
    '品牌/Name',
    '海关编码 Code',
  ])('are not decided by the Latin half of %s [READ-008]', (heading) => {
    expect(readingOf(tableOf(['Référence', heading])).assigned).toEqual({ reference: 0 });
    expect(readingOf(tableOf([heading, heading])).assigned).toEqual({});
  });

  it.each<[string, ImportColumn]>([
    ['Tracking number/快递单号', 'reference'],
    ['Tracking No (必填)', 'reference'],
    ['运单号（必填）', 'reference'],
    ['体积(m³/CBM)', 'volume'],
    ['毛重/G.W.(KG)', 'weight'],
    ['重量KG', 'weight'],
    ['Weight (公斤)', 'weight'],
    ['收货人Consignee', 'recipientName'],
    ['件数 CTNS', 'pieces'],
    ['Customer Code/客户代码', 'client'],
  ])('are recognized by %s in two languages as %s [READ-008]', (heading, column) => {
    const titles = column === 'reference' ? [heading] : ['Référence', heading];
    expect(readingOf(tableOf(titles)).assigned[column]).toBe(titles.length - 1);
  });
});
