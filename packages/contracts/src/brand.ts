/** The name under which the product is shown everywhere: sites, mails, API title. */
export const PRODUCT_NAME = 'FasoColis';
