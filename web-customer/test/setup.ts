import { afterEach } from 'vitest';
import { cleanUp } from './customer-site.tsx';

afterEach(cleanUp);
