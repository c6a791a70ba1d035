/** The product's name, shown everywhere. */
export const PRODUCT_NAME = 'FasoColis';
