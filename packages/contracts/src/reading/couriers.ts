/** The letters with which numbers of couriers begin. */
export const COURIERS = 'SF|YT|JT|JD(?:[A-Z]{2}|X)?|DPK|LP';
