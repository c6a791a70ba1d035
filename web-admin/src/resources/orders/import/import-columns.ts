import type { ImportLine } from '@fasocolis/contracts/order-import';
import { type Headings, REFERENCE_HEADINGS } from '../../../components/tables/columns.ts';
import type { Content } from '../../../components/tables/table.ts';

export type ImportColumn = Exclude<keyof ImportLine, 'line'>;

interface ColumnDefinition {
  title: string;
  headings: Headings;
  content: Content;
  example: string;
}

/**
 * The columns of an import, in the order of the template: what the file, the preview and the file of lines to correct
 * contain. Headings match without accents and punctuation.
 */
export const IMPORT_COLUMNS: Record<ImportColumn, ColumnDefinition> = {
  reference: { title: 'Référence', headings: REFERENCE_HEADINGS, content: 'code', example: 'FC-EXEMPLE1' },
  client: {
    title: 'Client',
    headings: [
      /^(?:(?:id|compte|code|email|e mail|mail|adresse) )?(?:(?:du|de la|d|de) )?(?:client|utilisateur)$/,
      /^(?:(?:nom d )?utilisateur|(?:adresse )?(?:e ?mail|mail)|(?:customer|client)(?: (?:id|code|email|no))?|no? (?:de )?client|courriel|user(?:name)?)$/,
      /^(?:客户|会员|用户)(?:编号|号码?|id|代码|编码)?$|^用户名$/,
    ],
    content: 'code',
    example: '',
  },
  recipientName: {
    title: 'Destinataire',
    headings: [
      /^(?:nom (?:(?:du|de la|de l) )?)?(?:destinataires?|receveur|receptionnaire|beneficiaire)$/,
      /^(?:receiver|recipient|consignee)(?: (?:full )?name)?$/,
      /^(?:收件人|收货人|联系人)(?:姓名|名称|名字)?$/,
      /^(?:noms?(?: s)?(?: et)? prenoms?(?: s)?|prenoms?(?: s)?(?: et)? noms?(?: s)?|nom s|proprietaire|ayant droit|nom complet|nom (?:(?:du|de la|de) )?client|(?:customer|client|full) name|name|noms?|客户(?:姓名|名称|名)|姓名|名字)$/,
    ],
    content: 'text',
    example: 'Awa Ouédraogo',
  },
  recipientPhone: {
    title: 'Téléphone',
    headings: [
      /^(?:(?:numero|no?) (?:de )?)?(?:tel|telephone|portable|mobile|whatsapp|gsm|cell?|cellulaire|phone|(?:tel|telephone|phone) (?:portable|mobile|whatsapp|1)|contact tel)(?: (?:(?:du|de la) )?(?:destinataire|client|number|no))?$/,
      /^(?:receiver|recipient|consignee|customer) (?:phone|mobile|tel|contact)(?: (?:number|no))?$/,
      /^(?:收件人?|收货人|客户|联系人)?(?:联系)?(?:电话|手机)(?:号码?)?$|^联系(?:方式|号码)$/,
      /^contacts?(?: (?:(?:du|de la) )?(?:destinataire|client))?$/,
    ],
    content: 'code',
    example: '70 12 34 56',
  },
  mode: {
    title: 'Transport',
    headings: [
      /^(?:(?:mode|type|moyen)(?: (?:(?:de )?transport|d expedition|d envoi))?|transport|voie(?: d expedition)?|(?:mode|type) envoi|avion bateau|air mer)$/,
      /^(?:(?:shipping|transport) (?:mode|method|type)|ship(?:ping|ped by| by)|air sea)$/,
      /^(?:运输|发货|物流)?(?:方式|渠道)$|^空运 ?海运$/,
    ],
    content: 'text',
    example: 'Avion',
  },
  pieces: {
    title: 'Pièces',
    headings: [
      // Cartons come before goods, of which one carton has several.
      /^(?:(?:nombre|nb|nbre|nbr|total) (?:(?:de|d) )?)?(?:cartons?|ctns?|paquets?|sacs?|ballots?)$|^(?:nombre|nb|nbre|nbr) (?:de )?colis$/,
      /^(?:(?:no|number) of )?(?:packages|pkgs?|cartons|boxes|bags)$|^(?:qty|quantity|quantite|qte) (?:(?:of|de|en) )?(?:ctns?|cartons?|colis)$|^(?:ctns?|cartons?) (?:qty|quantity)$/,
      /^(?:总)?(?:箱数|包数|箱|箱数量)(?: ctns?)?$/,
      /^(?:总)?数量 ?(?:箱数?|包数?|ctns?)$/,
      /^(?:总)?(?:数量 ?)?(?:件数|件)(?: (?:pcs|ctns?))?$/,
      /^(?:(?:nombre|nb|nbre|nbr|total) (?:(?:de|d) )?)?(?:pieces?|pcs)$|^nombre$|^nbre$/,
      /^(?:total )?(?:qty|quantity|quantite|qte)(?: totale?)?(?: pcs)?$|^(?:总)?数量(?: pcs)?$/,
    ],
    content: 'quantity',
    example: '2',
  },
  weight: {
    title: 'Poids (kg)',
    headings: [
      // Gross weights come first and net ones last.
      /^(?:poids|pds) brut(?: total)?(?: en)?(?: (?:kgs?|kilos?|g|gr|grammes?))?$/,
      /^(?:total )?gross (?:weight|wt)(?: (?:total|kgs?|g))*$|^(?:total )?g ?w(?: (?:total|kgs?))*$/,
      /^(?:总)?毛(?:重量|重)(?: ?(?:kgs?|g|公斤|千克|克))?$/,
      /^(?:total )?(?:poids|pds)(?: (?:total|reel|taxable|(?:du )?colis))?(?: en)?(?: (?:kgs?|kilos?|g|gr|grammes?))?$/,
      /^(?:total |chargeable )?(?:weight|wt)(?: (?:total|kgs?|g))*$|^(?:total )?(?:kgs?|kilos?)(?: total)?$/,
      /^(?:实|实际|总|计费|收费)?(?:重量|重)(?: ?(?:kgs?|g|公斤|千克|克))?$/,
      /^(?:poids|pds) net(?: en)?(?: (?:kgs?|kilos?|g|gr|grammes?))?$|^(?:total )?(?:net (?:weight|wt)|n ?w)(?: (?:total|kgs?|g))*$/,
      /^净(?:重量|重)(?: ?(?:kgs?|g|公斤|千克|克))?$/,
    ],
    content: 'quantity',
    example: '12,5',
  },
  volume: {
    title: 'Volume (m³)',
    headings: [
      /^(?:total )?(?:volume|cubage)(?: (?:total|en))*(?: (?:m3|cbm))?$/,
      /^(?:total )?(?:cbm|m3)(?: total)?$|^(?:total )?vol(?: (?:total|m3|cbm))+$|^meas(?:urements?)?(?: (?:m3|cbm))?$/,
      /^(?:总)?(?:体积|方数|立方数?)(?: ?(?:m3|cbm|立方米?|方))?$/,
    ],
    content: 'quantity',
    example: '0,125',
  },
  contents: {
    title: 'Contenu',
    headings: [
      /^(?:contenu|marchandises?|designation|description|nature|libelle|type)(?: (?:de (?:la )?marchandises?|du colis|des marchandises|marchandises?))$|^(?:contenu|marchandises?|designation|nature|libelle)$/,
      /^(?:contents?|goods|commodity|(?:goods |item )?description(?: of goods)?|items?|articles?|produits?|products?|(?:goods|product) name)$/,
      /^(?:中文|英文|申报)?(?:品名|内容|货物|物品|商品|产品|货品)(?:名称|描述)?(?: ?中文)?$|^货名$/,
    ],
    content: 'text',
    example: 'Chaussures, 20 paires',
  },
  estimatedDelivery: {
    title: 'Livraison estimée',
    headings: [
      /^(?:date (?:de )?)?livraison(?: (?:estimee|prevue))?$|^date (?:estimee|prevue)(?: de livraison)?$/,
      // A plain day of arrival is that at the warehouse.
      /^(?:date (?:d )?)?arrivee (?:estimee|prevue)$|^date (?:estimee|prevue) (?:d )?arrivee$/,
      /^(?:(?:date )?eta|expected date|(?:estimated |expected )?delivery(?: date)?|(?:estimated|expected) arrival(?: date)?)$/,
      /^(?:预计)?(?:送达|交货)(?:日期|时间)?$|^预计(?:到货|到达|到港|抵达)(?:日期|时间)?$/,
    ],
    content: 'day',
    example: '31/12/2026',
  },
  consignment: {
    title: 'Expédition',
    headings: [
      /^(?:(?:code|numero|no?) (?:d )?)?expedition$/,
      /^(?:consignment|shipment)(?: (?:code|number|no|id))?$/,
      /^(?:批次|货柜|柜)(?:号码?|编号)?$/,
    ],
    content: 'code',
    example: '',
  },
};

const OF_RECIPIENT = '(?: (?:(?:du|de la|de l|de) )?(?:destinataire|client|receveur|beneficiaire))?';
const BY_RECIPIENT = '(?:(?:destinataire|client|receiver|recipient|consignee|customer) )?';

/** The headings of the recipient's name where first names have a column of their own. */
export const LAST_NAME_HEADING = new RegExp(
  `^${BY_RECIPIENT}(?:noms?(?: s)?(?: de famille)?|(?:last |family |sur)?name)${OF_RECIPIENT}$`,
);
export const FIRST_NAME_HEADING = new RegExp(
  `^${BY_RECIPIENT}(?:prenoms?(?: s)?|(?:first|given) names?)${OF_RECIPIENT}$`,
);

export const IMPORT_KEYS = Object.keys(IMPORT_COLUMNS) as ImportColumn[];

export const forEachColumn = <T>(of: (column: ImportColumn) => T) =>
  Object.fromEntries(IMPORT_KEYS.map((column) => [column, of(column)])) as Record<ImportColumn, T>;
