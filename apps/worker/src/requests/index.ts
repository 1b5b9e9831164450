/** Answering requests of the API that need a target database. */
export { answerRequest } from './answer-request.js';
