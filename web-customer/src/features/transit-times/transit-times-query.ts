import { TransitTimesSchema } from '@fasocolis/contracts/transit-times';
import { apiQuery } from '@fasocolis/web-kit/api-query';

export const transitTimesQuery = apiQuery(['transit-times'], '/api/transit-times', TransitTimesSchema);
