import { sampleConnection, type TestApi } from './support.js';

export type Json = Record<string, unknown>;

export const createConnection = async (
  api: TestApi,
  body: Json = sampleConnection,
): Promise<Json> => {
  const response = await api.admin('POST', '/api/connections', body);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
};

export const setUserData = (api: TestApi, email: string, data: Record<string, unknown>) =>
  api.sql.query('update users set data = $2 where email = $1', [email, JSON.stringify(data)]);
