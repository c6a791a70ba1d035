/** In the address, so that a provider can lead here and a reload stays here. */
export const SECOND_STEP = 'second_step';
