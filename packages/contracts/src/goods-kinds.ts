/** What a parcel contains, as far as it matters for its way and its price. Apart from the schemas of orders, as the labels of modes. */
export const GOODS_KINDS = ['ordinary', 'battery', 'liquid', 'branded'] as const;
export type GoodsKind = (typeof GOODS_KINDS)[number];

export const GOODS_KIND_LABELS: Record<GoodsKind, string> = {
  ordinary: 'Ordinaire',
  battery: 'Batterie',
  liquid: 'Liquide',
  branded: 'Marque',
};
