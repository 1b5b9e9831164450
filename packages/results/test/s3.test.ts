import t from 'tap';
import { startSwift } from '@sluice/testkit';
import { testBehaviours } from './support/behaviours.js';
import { openS3Store } from './support/s3.js';

const swift = await startSwift();
t.teardown(() => swift.stop());

await testBehaviours(() => openS3Store(swift), { runs: 4, pages: 6, writers: 12 });
