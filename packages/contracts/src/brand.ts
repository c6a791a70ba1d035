export const PRODUCT_NAME = 'FasoColis';
