/** How a value is written for readers; unchanged without a kind. */
type FieldKind = 'status' | 'mode' | 'goods' | 'weight' | 'volume' | 'day' | 'instant';

interface Shown {
  label: string | null;
  inForms?: string;
  inLog?: string;
  kind?: FieldKind;
  isSortable?: true;
  excelWidth?: number;
}

/** A field that the change log records. Its changes are in the export of personal data too, so it has a name there. */
interface Logged {
  isLogged: true;
  ofCustomer: string;
}

interface Unlogged {
  isLogged: false;
  ofCustomer: string | null;
}

export type OrderField = Shown & (Logged | Unlogged);

export const ORDER_FIELDS = {
  reference: { label: 'Référence', ofCustomer: 'Numéro de suivi', isLogged: true, isSortable: true, excelWidth: 20 },
  status: { label: 'Statut', ofCustomer: 'Statut', kind: 'status', isLogged: true, isSortable: true, excelWidth: 22 },
  recipientName: { label: 'Destinataire', ofCustomer: 'Nom du destinataire', isLogged: true, excelWidth: 28 },
  recipientPhone: {
    label: 'Téléphone',
    inForms: 'Téléphone du destinataire',
    ofCustomer: 'Téléphone du destinataire',
    isLogged: true,
    excelWidth: 18,
  },
  recipientConsent: {
    label: 'Messages WhatsApp',
    inForms: 'Le destinataire accepte les messages WhatsApp',
    ofCustomer: 'Accepte les messages WhatsApp',
    isLogged: true,
  },
  mode: { label: 'Transport', ofCustomer: 'Transport', kind: 'mode', isLogged: true, isSortable: true, excelWidth: 12 },
  pieces: { label: 'Pièces', ofCustomer: 'Nombre de pièces', isLogged: true, excelWidth: 10 },
  weightGrams: { label: 'Poids', ofCustomer: 'Poids', kind: 'weight', isLogged: true, excelWidth: 12 },
  volumeCm3: { label: 'Volume', ofCustomer: 'Volume', kind: 'volume', isLogged: true, excelWidth: 12 },
  contents: { label: 'Contenu', ofCustomer: 'Contenu', isLogged: true, excelWidth: 30 },
  goodsKind: { label: 'Nature', ofCustomer: 'Nature', kind: 'goods', isLogged: true, excelWidth: 12 },
  declaredValue: {
    label: 'Valeur (FCFA)',
    inLog: 'Valeur',
    ofCustomer: 'Valeur en FCFA',
    isLogged: true,
    excelWidth: 14,
  },
  estimatedDelivery: {
    label: 'Livraison estimée',
    ofCustomer: 'Livraison estimée',
    kind: 'day',
    isLogged: true,
    isSortable: true,
    excelWidth: 18,
  },
  createdAt: {
    label: 'Créée le',
    inForms: 'Date de création',
    ofCustomer: 'Enregistré le',
    kind: 'instant',
    isLogged: false,
    isSortable: true,
    excelWidth: 14,
  },
  lastEventAt: {
    label: 'Dernier événement',
    ofCustomer: null,
    kind: 'instant',
    isLogged: false,
    isSortable: true,
    excelWidth: 18,
  },
  latestUpdate: {
    label: 'Dernière mise à jour',
    inLog: 'Texte',
    ofCustomer: 'Dernière nouvelle',
    isLogged: true,
    excelWidth: 50,
  },
  latestUpdateTime: {
    label: null,
    ofCustomer: 'Dernière nouvelle le',
    kind: 'instant',
    isLogged: false,
    isSortable: true,
  },
  userId: {
    label: 'Client',
    ofCustomer: 'Numéro du client',
    isLogged: true,
    isSortable: true,
    excelWidth: 10,
  },
  updatedAt: {
    label: 'Dernière modification',
    ofCustomer: 'Modifié le',
    kind: 'instant',
    isLogged: false,
    isSortable: true,
  },
  archivedAt: { label: null, ofCustomer: 'Archivé le', kind: 'instant', isLogged: true },
  due: { label: null, ofCustomer: 'À payer en FCFA', isLogged: false },
  paid: { label: null, ofCustomer: 'Payé en FCFA', isLogged: false },
  pickupCode: { label: null, ofCustomer: 'Code de retrait', isLogged: false },
} as const satisfies Record<string, OrderField>;

export type OrderFieldName = keyof typeof ORDER_FIELDS;
