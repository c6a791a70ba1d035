import { IMAGE_INVALID, IMAGE_TOO_COMPLEX } from '@fasocolis/contracts/images';

type RefusalReason = 'not-an-image' | 'too-many-bytes' | 'too-many-pixels' | 'too-complex';

/** Thrown for an unacceptable upload. */
export class ImageRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ImageRefused';
    this.reason = reason;
  }

  /** What users read; the limit of bytes is that of the service. */
  messageWith(tooManyBytes: string): string {
    if (this.reason === 'too-many-bytes') return tooManyBytes;
    return this.reason === 'too-complex' ? IMAGE_TOO_COMPLEX : IMAGE_INVALID;
  }
}
